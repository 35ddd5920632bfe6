import { Badge, Group, Text } from '@mantine/core';
import { SCOPES } from '../../../../daemon/contract/endpoint.ts';
import type { KeyState } from '../../../../daemon/contract/words.ts';
import { Instant } from '../../components/instant.tsx';
import { TextLink } from '../../components/links.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { keys as t } from '../../texts/keys.ts';
import { texts } from '../../texts/texts.ts';
import { KeyMenu } from './key-menu.tsx';
import { type ApiKey, stateOf } from './keys-queries.ts';

export const keyColumns = (onRotate: (key: ApiKey) => void): Column<ApiKey>[] => [
  { key: 'name', header: t.name, sort: 'name', render: (key) => <Name apiKey={key} /> },
  {
    key: 'kind',
    header: t.kind,
    render: ({ kind, is_test, prefix }) => (
      <div className="two-lines">
        {is_test ? t.testKinds[kind] : t.kinds[kind]}
        <span className="mono">{prefix}…</span>
      </div>
    ),
  },
  { key: 'scopes', header: t.scopes, render: (key) => <Scopes apiKey={key} /> },
  { key: 'where', header: t.game, render: (key) => <Where apiKey={key} /> },
  { key: 'state', header: t.state, render: (key) => <State apiKey={key} /> },
  {
    key: 'used',
    header: t.lastUsed,
    sort: 'last_used_at',
    render: ({ last_used_at }) => (last_used_at ? <Instant at={last_used_at} /> : <Quiet>{texts.common.never}</Quiet>),
  },
  { key: 'made', header: t.made, sort: 'created_at', render: ({ created_at }) => <Instant at={created_at} day /> },
  {
    key: 'actions',
    header: t.actions,
    hideHeader: true,
    width: 56,
    align: 'right',
    render: (key) => <KeyMenu apiKey={key} onRotate={() => onRotate(key)} />,
  },
];

const Quiet = ({ children }: { children: string }) => (
  <Text span inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
    {children}
  </Text>
);

function Name({ apiKey: key }: { apiKey: ApiKey }) {
  const name = <bdi>{key.name}</bdi>;
  if (key.revoked_at !== null)
    return (
      <Text inherit c="dimmed" miw={120} lineClamp={1} title={key.name} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
    );
  return (
    <TextLink
      to="/api-keys/$keyId/edit"
      params={{ keyId: String(key.key_id) }}
      search={true}
      inherit
      fw={600}
      miw={120}
      c="var(--mantine-color-text)"
      lineClamp={1}
      title={key.name}
      style={{ overflowWrap: 'anywhere' }}
    >
      {name}
    </TextLink>
  );
}

function Scopes({ apiKey: { kind, scopes } }: { apiKey: ApiKey }) {
  if (kind === 'server' && scopes.length === SCOPES.length) return t.allScopes;
  return (
    <Text inherit miw={100} lineClamp={1}>
      {scopes.map((scope) => t.scopeNames[scope]).join(', ')}
    </Text>
  );
}

function Where({ apiKey: { game_id, allowed_origins } }: { apiKey: ApiKey }) {
  return (
    <div className={allowed_origins.length > 0 ? 'two-lines' : undefined}>
      {game_id ? (
        <span className="mono one-line" title={game_id}>
          {game_id}
        </span>
      ) : (
        <Quiet>{t.anyGame}</Quiet>
      )}
      {allowed_origins.length > 0 && (
        <span>
          <span className="one-line" title={allowed_origins.join('\n')}>
            {allowed_origins.join(', ')}
          </span>
        </span>
      )}
    </div>
  );
}

const COLOURS: Record<KeyState, string> = { active: 'teal', expired: 'orange', revoked: 'gray' };

function State({ apiKey: key }: { apiKey: ApiKey }) {
  const state = stateOf(key, Date.now());
  return (
    <Group gap={8} wrap="nowrap">
      <Badge color={COLOURS[state]} miw="max-content">
        {t.states[state]}
      </Badge>
      {state !== 'revoked' && key.expires_at !== null && (
        <Text fz={11} lh="14px" c="dimmed">
          {t.expires} <Instant at={key.expires_at} day />
        </Text>
      )}
    </Group>
  );
}
