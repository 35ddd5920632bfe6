import { Badge, Group, Skeleton, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { problemOf } from '../../client/ask.ts';
import { campaignQuery } from '../../client/campaigns.ts';
import { type Code, codeQuery } from '../../client/codes.ts';
import { keyPoolQuery } from '../../client/key-pools.ts';
import { useMay } from '../../client/session.ts';
import { BackLink } from '../../components/back-link.tsx';
import { CODE_STATES, codeState } from '../../components/code-window/window-state.ts';
import { WindowSummary } from '../../components/code-window/window-summary.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { IconCopy } from '../../components/first-icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { ButtonLink, TextLink } from '../../components/links.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { TagNames } from '../../components/tag-names.tsx';
import { useLastingError } from '../../lib/lasting-error.ts';
import { activity } from '../../texts/activity.ts';
import { codeWindow } from '../../texts/code-window.ts';
import { codes as catalogue } from '../../texts/codes.ts';
import { keyPools } from '../../texts/key-pools.ts';

const t = catalogue.page;
/** The tabs with an address of their own. */
const CHILDREN = ['edit', 'activity'] as const;

/** The page of a code. Its figures, editor and activity are child routes. */
export function CodePage() {
  const { campaignId, codeId } = useParams({ from: '/campaigns/$campaignId/codes/$codeId' });
  const query = useQuery(codeQuery(Number(codeId)));
  const error = useLastingError(query);
  if (query.data) return <LoadedCode key={codeId} code={query.data} />;
  if (error && problemOf(error).code === 'not_found')
    return (
      <NotFound
        title={t.notFound}
        back={
          <ButtonLink to="/campaigns/$campaignId" params={{ campaignId }} variant="default">
            {catalogue.campaign}
          </ButtonLink>
        }
      />
    );
  return (
    <>
      <BackToCampaign campaignId={Number(campaignId)} />
      {error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={420} mt="lg" radius="lg" aria-busy aria-label={t.loading} />
      )}
    </>
  );
}

function LoadedCode({ code }: { code: Code }) {
  const may = useMay();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const path = `/campaigns/${code.campaign_id}/codes/${code.code_id}`;
  const tab = CHILDREN.find((name) => pathname.endsWith(`/${name}`)) ?? 'figures';
  return (
    <>
      <PageHeader
        back={<BackToCampaign campaignId={code.campaign_id} />}
        title={code.code}
        badge={<CodeBadges code={code} />}
        note={<About code={code} />}
        actions={may('createCode') && <DuplicateButton code={code} />}
      />
      <WindowSummary window={code} />
      {code.key_pool_id !== null && may('getKeyPool') && <PoolOfCode poolId={code.key_pool_id} />}
      <Tabs value={tab} onChange={(next) => void navigate({ to: next === 'figures' ? path : `${path}/${next}` })}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="figures">{t.tabs.figures}</Tabs.Tab>
          <Tabs.Tab value="edit">{may('changeCode') ? t.tabs.edit : t.tabs.details}</Tabs.Tab>
          <Tabs.Tab value="activity">{activity.tab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Outlet />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const CodeBadges = ({ code }: { code: Code }) => (
  <Group gap={6}>
    <CopyButton value={code.code} label={t.copy} />
    <Badge color={code.code_type === 'referral' ? 'iris' : 'gray'}>{catalogue.types[code.code_type]}</Badge>
    <CodeState code={code} />
    {code.is_personal && <Badge color="gray">{codeWindow.states.personal}</Badge>}
  </Group>
);

const STATE_COLORS = { off: 'red', notStarted: 'gray', expired: 'gray', on: 'teal' };

function CodeState({ code }: { code: Code }) {
  const state = codeState(code, Date.now());
  return <Badge color={STATE_COLORS[state]}>{CODE_STATES[state]}</Badge>;
}

const About = ({ code: { campaign_id, name, batch_id, created_at, tags } }: { code: Code }) => (
  <Group gap="xs">
    <bdi style={{ overflowWrap: 'anywhere' }}>{name}</bdi>
    <span>
      {t.made} <Instant at={created_at} day />
    </span>
    {batch_id !== null && (
      <TextLink
        to="/campaigns/$campaignId/batches/$batchId"
        params={{ campaignId: String(campaign_id), batchId: String(batch_id) }}
        inherit
      >
        {t.batch(batch_id)}
      </TextLink>
    )}
    <TagNames tags={tags} />
  </Group>
);

function PoolOfCode({ poolId }: { poolId: number }) {
  const { data } = useQuery(keyPoolQuery(poolId));
  return (
    <Text size="sm" mb="md" mih={22}>
      {data && (
        <TextLink to="/key-pools/$poolId" params={{ poolId: String(poolId) }} inherit>
          {keyPools.ofCode(data.name, data.keys_left)}
        </TextLink>
      )}
    </Text>
  );
}

/** Appears only while the campaign accepts new codes. */
function DuplicateButton({ code: { campaign_id, code_id } }: { code: Code }) {
  const status = useQuery(campaignQuery(campaign_id)).data?.status;
  if (status === undefined || status === 'ended' || status === 'archived') return null;
  return (
    <ButtonLink
      to="/campaigns/$campaignId/new-code"
      params={{ campaignId: String(campaign_id) }}
      search={{ from: String(code_id) }}
      variant="default"
      leftSection={<IconCopy size={16} />}
    >
      {t.duplicate}
    </ButtonLink>
  );
}

export function BackToCampaign({ campaignId }: { campaignId: number }) {
  const { data } = useQuery(campaignQuery(campaignId));
  return (
    <BackLink
      to="/campaigns/$campaignId"
      params={{ campaignId: String(campaignId) }}
      label={data?.name ?? catalogue.campaign}
    />
  );
}
