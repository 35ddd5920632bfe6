import { Group } from '@mantine/core';
import { useInGame } from '../../client/game.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { useChangeSearch } from '../../lib/list-search.ts';
import { events as t } from '../../texts/events.ts';
import { type EventsSearch, type Field, isGame, isSession } from './events-queries.ts';

const LABELS: Record<Field, string> = {
  game: t.game,
  type: t.type,
  sub: t.subType,
  session: t.session,
  user: t.user,
  anon: t.anonymous,
};
const allows = (name: Field, text: string) =>
  (name !== 'game' || isGame(text)) && (name !== 'session' || isSession(text));

/** Filters events by whole values, because the daemon compares exactly. */
export function EventFilters({ search, fields }: { search: EventsSearch; fields: readonly Field[] }) {
  const change = useChangeSearch<EventsSearch>();
  const { hasGameField } = useInGame(search);
  const shown = hasGameField ? fields : fields.filter((name) => name !== 'game');
  return (
    <Group mb="md" gap="sm">
      {shown.map((name) => (
        <SearchBox
          key={name}
          label={LABELS[name]}
          value={search[name] ?? ''}
          onChange={(text) => change({ [name]: text !== '' && allows(name, text) ? text : undefined })}
        />
      ))}
    </Group>
  );
}
