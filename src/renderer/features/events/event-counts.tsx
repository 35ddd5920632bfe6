import { Anchor, Group, Skeleton, Table, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { SaveButton } from '../../components/save-button.tsx';
import { formatChange, formatCount, formatShare } from '../../lib/format.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { events as t } from '../../texts/events.ts';
import { lists } from '../../texts/lists.ts';
import { texts } from '../../texts/texts.ts';
import type { EventsSearch, Stats } from './events-queries.ts';

/** A card with a table of counts, in all its states. */
function CountsCard({
  title,
  isEmpty,
  onSave,
  children,
}: {
  title: string;
  isEmpty: boolean | undefined;
  onSave: () => Promise<void>;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card" style={{ padding: 20, minWidth: 0 }} aria-labelledby={id}>
      <TitleWithSave id={id} title={title} onSave={isEmpty === false ? onSave : undefined} />
      {isEmpty === undefined ? (
        <Skeleton h={160} aria-busy aria-label={texts.common.loading} />
      ) : isEmpty ? (
        <Text size="sm" c="dimmed" py="lg" ta="center">
          {t.nothing}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={320} mah={420}>
          <Table aria-labelledby={id} highlightOnHover>
            <Table.Tbody>{children}</Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  );
}

/** Returns the relative change from an earlier count; null if the earlier count is 0. */
export const changeOf = (count: number, before: number): number | null => (before === 0 ? null : count / before - 1);

interface TitleWithSaveProps {
  id: string;
  title: string;
  /** Undefined if there is nothing to save. */
  onSave: (() => Promise<void>) | undefined;
}

/** The title of a card whose figures can be saved as a CSV. */
export const TitleWithSave = ({ id, title, onSave }: TitleWithSaveProps) => (
  <Group justify="space-between" mb="xs" mih={30}>
    <Title order={2} size="h5" id={id}>
      {title}
    </Title>
    {onSave && <SaveButton label={lists.saveCsv} aria-label={t.saveCsv(title)} onSave={onSave} />}
  </Group>
);

interface TypesCardProps {
  onSave: () => Promise<void>;
  stats: Stats | undefined;
  /** The counts of the previous period, which has the same length. */
  before: Stats | undefined;
}

/** Shows the number of events of each type, its change, and a link to the events. */
export function TypesCard({ stats, before, onSave }: TypesCardProps) {
  const change = useChangeSearch<EventsSearch>();
  const keyOf = (type: string, sub: string) => JSON.stringify([type, sub]);
  const earlier = new Map(before?.types.map((row) => [keyOf(row.event_type, row.event_sub_type), row.events]));
  const changeText = (key: string, events: number) => {
    const by = changeOf(events, earlier.get(key) ?? 0);
    return by === null ? t.isNew : formatChange(by);
  };
  return (
    <CountsCard title={t.types} isEmpty={stats && stats.types.length === 0} onSave={onSave}>
      {stats?.types.map(({ event_type: type, event_sub_type: sub, events }) => (
        <Table.Tr key={keyOf(type, sub)}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <Anchor
              component="button"
              type="button"
              ta="left"
              size="sm"
              aria-label={t.showType(type, sub)}
              onClick={() => change({ tab: 'list', type, sub })}
            >
              <bdi>{type}</bdi> · <bdi>{sub}</bdi>
            </Anchor>
          </Table.Td>
          <Table.Td ta="right">{formatCount(events)}</Table.Td>
          <Table.Td ta="right" c="dimmed" w={80}>
            {formatShare(stats.events === 0 ? 0 : events / stats.events)}
          </Table.Td>
          <Table.Td ta="right" c="dimmed" w={90} title={t.change}>
            {before && before.events > 0 && changeText(keyOf(type, sub), events)}
          </Table.Td>
        </Table.Tr>
      ))}
    </CountsCard>
  );
}

interface BusiestCardProps {
  title: string;
  rows: readonly { id: string; events: number }[] | undefined;
  onSave: () => Promise<void>;
  /** Returns the filter for the events of a row. In the list of users, the ID can also be an anonymous ID. */
  filter?: (id: string) => Partial<EventsSearch>;
}

export function BusiestCard({ title, rows, onSave, filter }: BusiestCardProps) {
  const change = useChangeSearch<EventsSearch>();
  return (
    <CountsCard title={title} isEmpty={rows && rows.length === 0} onSave={onSave}>
      {rows?.map(({ id, events }) => (
        <Table.Tr key={id}>
          <Table.Td className="mono" style={{ overflowWrap: 'anywhere' }}>
            {filter ? (
              <Anchor
                component="button"
                type="button"
                ta="left"
                size="sm"
                onClick={() => change({ tab: 'list', ...filter(id) })}
              >
                {id}
              </Anchor>
            ) : (
              <bdi>{id}</bdi>
            )}
          </Table.Td>
          <Table.Td ta="right">{formatCount(events)}</Table.Td>
        </Table.Tr>
      ))}
    </CountsCard>
  );
}
