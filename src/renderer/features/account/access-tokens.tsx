import { Button, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { notifyDone, notifyProblem } from '../../client/notify.ts';
import { Instant } from '../../components/instant.tsx';
import { SecretDialog, SecretShown } from '../../components/secret-shown.tsx';
import { ErrorState } from '../../components/states.tsx';
import { confirmFirst } from '../../lib/confirm.ts';
import { accessTokens as t } from '../../texts/access-tokens.ts';
import { texts } from '../../texts/texts.ts';
import { TokenForm } from './token-form.tsx';

type Token = AnswerOf<Endpoints['listOwnTokens']>['data'][number];
const KEY = ['own-tokens'];

/** Lists, creates and revokes the person's access tokens. */
export function AccessTokens() {
  const cache = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: () => ask('listOwnTokens') });
  const [shown, setShown] = useState<string | null>(null);
  const onMade = (token: string) => {
    setShown(token);
    void cache.invalidateQueries({ queryKey: KEY });
  };
  return (
    <Stack p="lg" className="card" component="section" aria-labelledby="tokens-title">
      <Title order={2} size="h4" id="tokens-title">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed">
        {t.note}
      </Text>
      {query.error && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      )}
      {query.isPending && <Skeleton h={42} />}
      {query.data && query.data.data.length > 0 && <List tokens={query.data.data} />}
      {query.data && <TokenForm onMade={onMade} />}
      <SecretDialog opened={shown !== null} onClose={() => setShown(null)} title={t.title}>
        {shown && (
          <SecretShown secret={shown} copyLabel={t.copy} doneLabel={t.stored} onClose={() => setShown(null)}>
            {t.made}
          </SecretShown>
        )}
      </SecretDialog>
    </Stack>
  );
}

function List({ tokens }: { tokens: readonly Token[] }) {
  const cache = useQueryClient();
  const revoke = useMutation({
    mutationFn: ({ token_id }: Token) => ask('revokeOwnToken', { params: { token_id } }),
    onSuccess: () => notifyDone(t.revoked),
    onError: (error) => notifyProblem(t.notRevoked, error),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
  const start = async (token: Token) => {
    const { title, text, confirm, cancel } = t.question;
    const children = <Text size="sm">{text}</Text>;
    if (await confirmFirst({ title: title(token.name), children, confirm, cancel, isDangerous: true }))
      revoke.mutate(token);
  };
  const now = Date.now();
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label={t.list}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.name}</Table.Th>
            <Table.Th>{t.role}</Table.Th>
            <Table.Th>{t.expires}</Table.Th>
            <Table.Th>{t.used}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map((token) => (
            <Table.Tr key={token.token_id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{token.name}</Table.Td>
              <Table.Td>{texts.common.roles[token.role]}</Table.Td>
              <Table.Td>
                {Date.parse(token.expires_at) <= now ? t.expired : <Instant at={token.expires_at} day />}
              </Table.Td>
              <Table.Td>{token.last_used_at ? <Instant at={token.last_used_at} day /> : t.never}</Table.Td>
              <Table.Td ta="right">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={t.revokeNamed(token.name)}
                  disabled={revoke.isPending}
                  onClick={() => void start(token)}
                >
                  {t.revoke}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
