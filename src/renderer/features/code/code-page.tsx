import { Anchor, Badge, Button, Group, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { BackLink } from '../../components/back-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { IconCopy } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { problemOf } from '../../lib/ask.ts';
import { campaignQuery } from '../../lib/campaigns.ts';
import { type Code, codeQuery } from '../../lib/codes.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useMay } from '../../lib/session.ts';
import { codes as catalogue } from '../../texts/codes.ts';

const t = catalogue.page;

/** The home of a code: its figures, and one click away its editor; both are child routes. */
export function CodePage() {
  const { campaignId = '', codeId = '' } = useParams({ strict: false }) as { campaignId?: string; codeId?: string };
  const query = useQuery(codeQuery(Number(codeId)));
  const error = useLastingError(query);
  if (query.data) return <LoadedCode key={codeId} code={query.data} />;
  if (error && problemOf(error).code === 'not_found')
    return <NotFound title={t.notFound} to={`/campaigns/${campaignId}`} backLabel={catalogue.campaign} />;
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
  const path = `/campaigns/${code.campaign_id}/codes/${code.code_id}`;
  const tab = useLocation().pathname.endsWith('/edit') ? 'edit' : 'figures';
  return (
    <>
      <PageHeader
        back={<BackToCampaign campaignId={code.campaign_id} />}
        title={code.code}
        badge={<CodeBadges code={code} />}
        note={<About code={code} />}
        actions={may('createCode') && <DuplicateButton code={code} />}
      />
      <Tabs value={tab} onChange={(next) => void navigate({ to: next === 'edit' ? `${path}/edit` : path })}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="figures">{t.tabs.figures}</Tabs.Tab>
          <Tabs.Tab value="edit">{may('changeCode') ? t.tabs.edit : t.tabs.details}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Outlet />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const CodeBadges = ({ code: { code, code_type, active } }: { code: Code }) => (
  <Group gap={6}>
    <CopyButton value={code} label={t.copy} />
    <Badge color={code_type === 'referral' ? 'iris' : 'gray'}>{catalogue.types[code_type]}</Badge>
    <Badge color={active === 'Y' ? 'teal' : 'red'}>{active === 'Y' ? catalogue.on : catalogue.off}</Badge>
  </Group>
);

const About = ({ code: { campaign_id, name, batch_id, created_at } }: { code: Code }) => (
  <Group gap="xs">
    <bdi style={{ overflowWrap: 'anywhere' }}>{name}</bdi>
    <span>
      {t.made} <Instant at={created_at} day />
    </span>
    {batch_id !== null && (
      <Anchor component={Link} to={`/campaigns/${campaign_id}/batches/${batch_id}`} inherit>
        {t.batch(batch_id)}
      </Anchor>
    )}
  </Group>
);

/** Only while its campaign takes codes. */
function DuplicateButton({ code: { campaign_id, code_id } }: { code: Code }) {
  const status = useQuery(campaignQuery(campaign_id)).data?.status;
  if (status === undefined || status === 'ended' || status === 'archived') return null;
  return (
    <Button
      component={Link}
      to={`/campaigns/${campaign_id}/new-code`}
      search={{ from: String(code_id) } as never}
      variant="default"
      leftSection={<IconCopy size={16} />}
    >
      {t.duplicate}
    </Button>
  );
}

export function BackToCampaign({ campaignId }: { campaignId: number }) {
  const { data } = useQuery(campaignQuery(campaignId));
  return <BackLink to={`/campaigns/${campaignId}`} label={data?.name ?? catalogue.campaign} />;
}
