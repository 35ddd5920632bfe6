import { Skeleton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Dashboard } from '../client/dashboard.ts';
import { formatMoney } from '../lib/format.ts';
import classes from './ranked-card.module.css';

interface RankedRow {
  key: string | number;
  name: ReactNode;
  /** The text before the revenue, such as the number of claims. */
  detail: string;
  revenue: Dashboard['totals']['revenue'];
}
interface RankedCardProps {
  /** The ID that connects the heading to the table for screen readers. */
  id: string;
  title: string;
  note: string;
  /** Undefined while the rows load. */
  rows: readonly RankedRow[] | undefined;
  /** Replaces the rows if there are none. */
  empty?: string;
  /** The text below the rows. */
  footnote?: string;
  /** A link to the whole list. */
  more?: ReactNode;
}

/** Ranks campaigns, creators or currencies by their revenue. */
export function RankedCard({ id, title, note, rows, empty, footnote, more }: RankedCardProps) {
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
              {rows.map(({ key, name, detail, revenue }) => (
                <tr key={key}>
                  <td>{name}</td>
                  <td className={classes.detail}>{detail}</td>
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
          {more}
        </>
      )}
    </section>
  );
}
