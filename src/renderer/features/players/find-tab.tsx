import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { IconSearch, IconUserQuestion } from '../../components/first-icons.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { players as t } from '../../texts/players.ts';
import { PlayerView } from './player-view.tsx';
import { isCodeQuery, playerQuery } from './players-queries.ts';
import type { PlayersSearch } from './players-search.ts';

const MOST = 255;

/** Shows everything about the player with a given ID. */
export function FindTab({ search }: { search: PlayersSearch }) {
  const { user } = search;
  return (
    <Stack gap="lg">
      <FindForm key={user} user={user ?? ''} />
      {user === undefined ? (
        <div className="card">
          <EmptyState icon={<IconUserQuestion size={26} />} title={t.start}>
            {t.startText}
          </EmptyState>
        </div>
      ) : (
        <Found user={user} search={search} />
      )}
    </Stack>
  );
}

function FindForm({ user }: { user: string }) {
  const [text, setText] = useState(user);
  const change = useChangeSearch<PlayersSearch>();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change({ user: text || undefined });
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t.userId}
          description={t.userIdHelp}
          w={420}
          maw="100%"
          maxLength={MOST}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          autoFocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" leftSection={<IconSearch size={16} />}>
          {t.find}
        </Button>
      </Group>
    </form>
  );
}

function Found({ user, search }: { user: string; search: PlayersSearch }) {
  const query = useQuery(playerQuery(user, search.validates === 'true'));
  const error = useLastingError(query);
  if (query.data) return <PlayerView player={query.data} search={search} />;
  if (query.data === null) return <Unknown user={user} />;
  if (error) return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return <Loading />;
}

/** Opens the claims of a code if the text is a code instead of a player's ID. */
function Unknown({ user }: { user: string }) {
  const { data: isCode, isPending } = useQuery(isCodeQuery(user));
  if (isPending) return <Loading />;
  if (isCode) {
    const search = { tab: 'claims', code: user.trim(), receipt: 'any', period: 'all' };
    return <Navigate to="/players" search={search} replace />;
  }
  return (
    <div className="card">
      <EmptyState icon={<IconUserQuestion size={26} />} title={t.unknown}>
        {t.unknownText}
      </EmptyState>
    </div>
  );
}

const Loading = () => <Skeleton h={320} radius="lg" aria-busy aria-label={t.loading} />;
