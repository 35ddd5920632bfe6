import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { hasKeys } from '../lib/rows.ts';
import { selection as t } from '../texts/selection.ts';
import type { Column } from './data-table.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import classes from './row-selection.module.css';

type Key = string | number;

interface Selectable<T> {
  /** The rows on the screen; undefined while they load. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => Key;
  /** The name of a row for screen readers. */
  nameOf: (row: T) => string;
}

export interface RowSelection<T> {
  rows: T[];
  /** The column with the checkboxes. */
  column: Column<T>;
  clear: () => void;
}

/** Selects rows of the page with a click or `x`. Shift includes the rows between the last selected row and this one. */
export function useRowSelection<T>({ rows = [], rowKey, nameOf }: Selectable<T>): RowSelection<T> {
  const [keys, setKeys] = useState<readonly Key[]>([]);
  const last = useRef<Key>(undefined);
  const selected = rows.filter((row) => keys.includes(rowKey(row)));
  const isMissing = selected.length < keys.length;
  // Rows that are no longer displayed are deselected, so they are not selected when the user returns to their page.
  useEffect(() => {
    if (isMissing) setKeys((now) => now.filter((key) => rows.some((row) => rowKey(row) === key)));
  }, [isMissing, rows, rowKey]);

  const toggle = (row: T, isRange: boolean) => {
    const at = rows.indexOf(row);
    const from = isRange ? rows.findIndex((one) => rowKey(one) === last.current) : -1;
    const some = (from === -1 ? [row] : rows.slice(Math.min(from, at), Math.max(from, at) + 1)).map(rowKey);
    const others = keys.filter((key) => !some.includes(key));
    setKeys(keys.includes(rowKey(row)) ? others : [...others, ...some]);
    last.current = rowKey(row);
  };
  const isAll = rows.length > 0 && selected.length === rows.length;
  const column: Column<T> = {
    key: 'selection',
    header: t.selectAll,
    isSelection: true,
    renderHeader: () => (
      // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside has its own name
      <label className={classes.cell}>
        <RowCheckbox aria-label={t.selectAll} checked={isAll} onChange={() => setKeys(isAll ? [] : rows.map(rowKey))} />
      </label>
    ),
    render: (row) => (
      // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside has its own name
      <label className={classes.cell}>
        <RowCheckbox
          aria-label={t.select(nameOf(row))}
          checked={keys.includes(rowKey(row))}
          onChange={({ nativeEvent }) => toggle(row, (nativeEvent as MouseEvent).shiftKey)}
        />
      </label>
    ),
  };
  return { rows: selected, column, clear: () => setKeys([]) };
}

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  /** The actions for the selected rows. */
  children: ReactNode;
  /** The rows that the last action could not change. */
  unchanged: readonly { name: string; reason: string }[];
}

/** Stays at the bottom of the window while rows are selected. */
export function SelectionBar({ count, onClear, children, unchanged }: SelectionBarProps) {
  useHotkeys([['Escape', () => hasKeys() && onClear(), { preventDefault: false }]], []);
  return (
    <section className={`card ${classes.bar}`} aria-label={t.label}>
      <Group gap="sm">
        <Text size="sm" fw={600} role="status">
          {t.selected(count)}
        </Text>
        {children}
        <Button size="xs" variant="subtle" color="gray" ml="auto" onClick={onClear}>
          {t.clear}
        </Button>
      </Group>
      {unchanged.length > 0 && (
        <Alert color="red" variant="light" role="alert" mt="xs" title={t.unchanged(unchanged.length)}>
          <Some lines={unchanged.map(({ name, reason }) => `${name}: ${reason}`)} />
        </Alert>
      )}
    </section>
  );
}

const MOST_LINES = 5;

/** Shows the first lines, and the number of the remaining ones. */
export const Some = ({ lines }: { lines: readonly string[] }) => (
  <List size="sm" style={{ overflowWrap: 'anywhere' }}>
    {lines.slice(0, MOST_LINES).map((line) => (
      <List.Item key={line}>
        <bdi>{line}</bdi>
      </List.Item>
    ))}
    {lines.length > MOST_LINES && <List.Item>{t.more(lines.length - MOST_LINES)}</List.Item>}
  </List>
);
