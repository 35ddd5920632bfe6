import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Column, TableFrame } from '../../components/table-frame.tsx';
import { players as t } from '../../texts/players.ts';
import classes from './players.module.css';

/** The daemon sends at most this many rows of each list. */
const NEWEST = 100;

interface PartProps {
  title: string;
  isCut?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled list of the player's data. */
export const Part = ({ title, isCut = false, actions, children }: PartProps) => (
  <section aria-label={title}>
    <Group justify="space-between" mb="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      {actions}
      {isCut && (
        <Text size="xs" c="dimmed">
          {t.newest(NEWEST)}
        </Text>
      )}
    </Group>
    {children}
  </section>
);

interface RowsProps<T> {
  title: string;
  rows: T[];
  columns: Column<T>[];
  rowKey: (row: T) => string | number;
  empty: [title: string, text: string];
}

export const Rows = <T,>({ title, rows, columns, rowKey, empty }: RowsProps<T>) =>
  rows.length === 0 ? (
    <div className="card" style={{ padding: '16px 20px' }}>
      <Text size="sm" fw={600}>
        {empty[0]}
      </Text>
      <Text size="sm" c="dimmed">
        {empty[1]}
      </Text>
    </div>
  ) : (
    <div className={classes.rows}>
      <TableFrame label={title} rows={rows} columns={columns} rowKey={rowKey} minWidth={760} isPlain />
    </div>
  );
