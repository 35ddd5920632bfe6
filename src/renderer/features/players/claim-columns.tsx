import { Badge, Group, Text } from '@mantine/core';
import { useMay } from '../../client/session.ts';
import { CreatorLink } from '../../components/creator-link.tsx';
import { Hint } from '../../components/hint.tsx';
import { Instant } from '../../components/instant.tsx';
import { PlayerLink } from '../../components/player-link.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { keyPools } from '../../texts/key-pools.ts';
import { players as catalogue } from '../../texts/players.ts';
import { ClaimRemedies } from './claim-remedies.tsx';
import type { Claim } from './players-queries.ts';

const { claims: t, remedies: r } = catalogue;
const COLORS = { granted: 'teal', failed: 'red', none: 'gray' } as const;

/**
 * Returns the columns for a list of claims. A list with the claims of many players needs a column for the player's ID.
 */
export function useClaimColumns(withPlayer: boolean): Column<Claim>[] {
  const may = useMay();
  return [
    ...(withPlayer ? [playerColumn] : []),
    { key: 'code', header: t.code, render: (claim) => <CodeOf claim={claim} /> },
    {
      key: 'campaign',
      header: t.campaign,
      width: withPlayer ? '16%' : '20%',
      render: ({ campaign_name }) => (
        <Text inherit component="bdi" lineClamp={1} title={campaign_name}>
          {campaign_name}
        </Text>
      ),
    },
    {
      key: 'creator',
      header: t.creator,
      render: ({ creator_id, creator_name }) =>
        creator_id === null ? '–' : <CreatorLink creator_id={creator_id} display_name={creator_name} />,
    },
    { key: 'when', header: t.when, render: ({ created_at }) => <Instant at={created_at} /> },
    {
      key: 'rewards',
      header: t.rewards,
      width: withPlayer ? '14%' : '24%',
      render: (claim) => <Rewards claim={claim} />,
    },
    ...(may('grantClaimAgain') ? [actionsColumn] : []),
  ];
}

const playerColumn: Column<Claim> = {
  key: 'player',
  header: t.player,
  render: ({ user_id }) => <PlayerLink userId={user_id} />,
};

const actionsColumn: Column<Claim> = {
  key: 'actions',
  header: r.grantAgain,
  hideHeader: true,
  width: 56,
  align: 'right',
  render: (claim) => <ClaimRemedies claim={claim} />,
};

/** Badges of this size fit below the code within the height of a row. */
const SMALL = { size: 'xs', h: 15, miw: 'max-content' } as const;

const CodeOf = ({ claim: { code, linked, released_at } }: { claim: Claim }) => (
  <div className={linked || released_at !== null ? 'two-lines' : undefined}>
    <Text inherit className="mono" fw={600} truncate maw={220} title={code}>
      {code}
    </Text>
    {(linked || released_at !== null) && (
      <div>
        <Group gap={6} wrap="nowrap">
          {linked && (
            <Badge color="iris" {...SMALL}>
              {t.linked}
            </Badge>
          )}
          {released_at !== null && (
            <Badge variant="default" {...SMALL}>
              {t.released}
            </Badge>
          )}
        </Group>
      </div>
    )}
  </div>
);

/** Shows what the game reported about the rewards, and what support did. */
function Rewards({ claim: { report_status, report_detail, key, remedies } }: { claim: Claim }) {
  const receipt = report_status ?? 'none';
  return (
    <>
      <Hint label={t.receiptHelp[receipt]} multiline maw={280}>
        <Badge color={COLORS[receipt]} miw="max-content">
          {t.receipt[receipt]}
        </Badge>
      </Hint>
      {key && (
        <Text size="xs" c="dimmed" className="mono">
          <bdi>{keyPools.ofClaim(key.pool, key.masked)}</bdi>
        </Text>
      )}
      {report_detail && (
        <Text size="xs" c="dimmed" lineClamp={2} title={report_detail} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{report_detail}</bdi>
        </Text>
      )}
      {remedies.map(({ remedy_id, kind, reason, staff_name, created_at }) => (
        <Text key={remedy_id} size="xs" mt={2} title={reason} style={{ overflowWrap: 'anywhere' }}>
          {r[kind]} {r.by(staff_name ?? r.unknownStaff)}, <Instant at={created_at} />: <bdi>{reason}</bdi>
        </Text>
      ))}
    </>
  );
}
