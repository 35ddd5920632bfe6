import { ActionIcon, Button, Checkbox, Divider, Group, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import type { RefObject } from 'react';
import { copyTable } from '../client/copy-table.ts';
import { PAGE_SIZES, type TableLook } from '../client/table-look.ts';
import { withWidth } from '../lib/column-width.ts';
import { lists as t } from '../texts/lists.ts';
import { IconCopy } from './first-icons.tsx';
import { IconArrowDown, IconArrowUp, IconChevronLeft, IconChevronRight } from './icons.tsx';
import { LookButton } from './look-button.tsx';

/** The number of pixels by which one press of a button changes a width. */
const WIDTH_STEP = 20;

interface NamedColumn {
  key: string;
  header: string;
}

export interface TableLookMenuProps {
  look: TableLook;
  /** The columns that can be hidden and moved, in their order. */
  columns: readonly NamedColumn[];
  /** The element that contains the table. */
  table: RefObject<HTMLElement | null>;
  /** Opens a page; missing if the page size is fixed. */
  onPage?: ((page: number) => void) | undefined;
}

/**
 * Lets the user choose and order the columns of a list, set the height and the number of rows, and copy the rows.
 */
export function TableLookMenu({ look, columns, table, onPage }: TableLookMenuProps) {
  const toggle = (key: string) =>
    look.setHidden(look.hidden.includes(key) ? look.hidden.filter((name) => name !== key) : [...look.hidden, key]);
  const widen = ({ key, header }: NamedColumn, by: number) => {
    const heads = [...(table.current?.querySelectorAll('th') ?? [])];
    const head = heads.find(({ dataset }) => dataset.label === header);
    if (head) look.setWidths(withWidth(look.widths, key, head.offsetWidth + by));
  };
  const move = (at: number, to: number) => {
    const keys = columns.map(({ key }) => key);
    look.setOrder(keys.toSpliced(at, 1).toSpliced(to, 0, keys[at] ?? ''));
  };
  return (
    <Popover position="top-start" trapFocus returnFocus>
      <Popover.Target>
        <LookButton />
      </Popover.Target>
      <Popover.Dropdown aria-label={t.look}>
        <Stack gap={6} miw={220}>
          <Text size="xs" c="dimmed">
            {t.columns}
          </Text>
          {columns.map((column, at) => (
            <Group key={column.key} justify="space-between" wrap="nowrap" gap="lg">
              <Checkbox
                size="xs"
                label={column.header}
                checked={!look.hidden.includes(column.key)}
                onChange={() => toggle(column.key)}
              />
              <Group gap={2} wrap="nowrap">
                <MoveButton
                  label={t.columnNarrower(column.header)}
                  Icon={IconChevronLeft}
                  onMove={() => widen(column, -WIDTH_STEP)}
                />
                <MoveButton
                  label={t.columnWider(column.header)}
                  Icon={IconChevronRight}
                  onMove={() => widen(column, WIDTH_STEP)}
                />
                <MoveButton
                  label={t.columnUp(column.header)}
                  Icon={IconArrowUp}
                  onMove={at > 0 ? () => move(at, at - 1) : null}
                />
                <MoveButton
                  label={t.columnDown(column.header)}
                  Icon={IconArrowDown}
                  onMove={at < columns.length - 1 ? () => move(at, at + 1) : null}
                />
              </Group>
            </Group>
          ))}
          {Object.keys(look.widths).length > 0 && (
            <Button size="xs" variant="subtle" onClick={() => look.setWidths({})}>
              {t.resetWidths}
            </Button>
          )}
          <Divider />
          <Checkbox
            size="xs"
            label={t.lowRows}
            checked={look.hasLowRows}
            onChange={() => look.setLowRows(!look.hasLowRows)}
          />
          {onPage && (
            <div>
              <Text size="xs" c="dimmed" mb={4}>
                {t.pageSize}
              </Text>
              <SegmentedControl
                fullWidth
                size="xs"
                aria-label={t.pageSize}
                data={PAGE_SIZES.map(String)}
                value={String(look.pageSize)}
                onChange={(size) => {
                  look.setPageSize(Number(size));
                  onPage(1);
                }}
              />
            </div>
          )}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCopy size={16} />}
            onClick={() => void copyTable(table.current)}
          >
            {t.copyRows}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface MoveButtonProps {
  label: string;
  Icon: typeof IconArrowUp;
  /** Null if the column is already first or last. The button stays, because it can have the focus. */
  onMove: (() => void) | null;
}

const MoveButton = ({ label, Icon, onMove }: MoveButtonProps) => (
  <ActionIcon
    size="sm"
    variant="subtle"
    color="gray"
    aria-label={label}
    aria-disabled={!onMove || undefined}
    data-disabled={!onMove || undefined}
    onClick={() => onMove?.()}
  >
    <Icon size={14} />
  </ActionIcon>
);
