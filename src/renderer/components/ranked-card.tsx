import { Skeleton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Dashboard } from '../client/dashboard.ts';
import { formatMoney } from '../lib/format.ts';
import { figures as t } from '../texts/figures.ts';
import classes from './ranked-card.module.css';

interface RankedRow {
  key: string | number;
  name: ReactNode;
  claims: number;
  revenue: Dashboard['totals']['revenue'];
}
interface RankedCardProps {
  /** The ID that connects the heading to the table for screen readers. */
  id: string;
  title: string;
  note: string;
  /** Undefined while the rows load. */
  rows: readonly RankedRow[] | undefined;
  empty: string;
  /** The text below the rows. */
  footnote?: string;
}

/** Ranks campaigns or creators, with claims and revenue. */
export function RankedCard({ id, title, note, rows, empty, footnote }: RankedCardProps) {
  return (
    <section className="card" style={{ padding: 20 }} aria-labelledby={id}>
      <Title order={2} size="h5" id={id} mb="xs">
        {title}
        <Text span size="xs" c="dimmed" ml={8} fw={400}>
          {note}
        </Text>
      </Title>
      {!rows ? (
        <Skeleton h={160} />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed" py="lg" ta="center">
          {empty}
        </Text>
      ) : (
        <>
          <table aria-labelledby={id} className={classes.ranking}>
            <tbody>
              {rows.map(({ key, name, claims, revenue }) => (
                <tr key={key}>
                  <td>{name}</td>
                  <td className={classes.claims}>{t.claims(claims)}</td>
                  <td className={classes.revenue}>{formatMoney(revenue)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {footnote !== undefined && (
            <Text size="xs" c="dimmed" mt="sm">
              {footnote}
            </Text>
          )}
        </>
      )}
    </section>
  );
}
