import { Menu } from '@mantine/core';
import type { RefObject } from 'react';
import type { ChartLook } from '../client/chart-look.ts';
import { copyTable } from '../client/copy-table.ts';
import { COMPARISONS, type Comparison } from '../lib/compared-range.ts';
import { figures as t } from '../texts/figures.ts';
import { IconCopy } from './first-icons.tsx';
import { LookButton } from './look-button.tsx';

export interface ChartLookMenuProps {
  look: ChartLook;
  /** The element that contains the chart's table. */
  place: RefObject<HTMLElement | null>;
}

/** Lets the user choose what a chart is compared with, show its values as a table, and copy them. */
export const ChartLookMenu = ({ look, place }: ChartLookMenuProps) => (
  <Menu position="bottom-end" closeOnItemClick={false} defaultOpened>
    <Menu.Target>
      <LookButton autoFocus />
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>{t.compareWith}</Menu.Label>
      <Menu.RadioGroup
        value={look.comparison ?? ''}
        onChange={(value) => look.setComparison((value || null) as Comparison | null)}
      >
        <Menu.RadioItem value="">{t.comparisons.none}</Menu.RadioItem>
        {COMPARISONS.map((name) => (
          <Menu.RadioItem key={name} value={name}>
            {t.comparisons[name]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.CheckboxItem checked={look.isTable} onChange={look.setTable}>
        {t.asTable}
      </Menu.CheckboxItem>
      <Menu.Item closeMenuOnClick leftSection={<IconCopy size={16} />} onClick={() => void copyTable(place.current)}>
        {t.copyValues}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
