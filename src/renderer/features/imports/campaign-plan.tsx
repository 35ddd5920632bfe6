import { Alert, Badge, Button, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { CampaignStatusBadge } from '../../components/campaign-status.tsx';
import { FigureCard } from '../../components/figure-card.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { TextLink } from '../../components/links.tsx';
import { type Column, TableFrame } from '../../components/table-frame.tsx';
import { formatCount } from '../../lib/format.ts';
import { campaigns } from '../../texts/campaigns.ts';
import { Changes } from './changes.tsx';

const t = campaigns.file;
export type Plan = AnswerOf<Endpoints['importCampaign']>;
type Row = Plan['rows'][number];
const COLORS = { refused: 'red', changed: 'blue', new: 'teal', unchanged: 'gray' } as const;

interface CampaignPlanProps {
  plan: Plan;
  error: unknown;
  isBusy: boolean;
  onConfirm: () => void;
  /** Called to compare the file with a campaign that already has some of its codes. */
  onInto: (campaignId: number) => void;
}

/** Shows what the import of a campaign would create or change. */
export function CampaignPlan({ plan, error, isBusy, onConfirm, onInto }: CampaignPlanProps) {
  const { campaign, rows, left_off } = plan;
  return (
    <>
      <Stack className="card" p="lg" gap="sm" component="section" aria-labelledby="plan-title">
        <Group gap="sm">
          <Title order={2} size="h4" id="plan-title" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{campaign.name}</bdi>
          </Title>
          <CampaignStatusBadge status={campaign.status} />
        </Group>
        <Text size="sm">{t.actions[campaign.action]}</Text>
        {campaign.campaign_id !== null && (
          <TextLink to="/campaigns/$campaignId" params={{ campaignId: String(campaign.campaign_id) }} size="sm">
            {t.open}
          </TextLink>
        )}
        {Object.keys(campaign.changes).length > 0 && <Changes label={t.changes} changes={campaign.changes} />}
        <Verdict plan={plan} isBusy={isBusy} onConfirm={onConfirm} onInto={onInto} />
        <FormProblem error={error} />
      </Stack>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        <FigureCard label={t.new} value={formatCount(plan.new)} />
        <FigureCard label={t.changed} value={formatCount(plan.changed)} />
        <FigureCard label={t.unchanged} value={formatCount(plan.unchanged)} />
        <FigureCard label={t.refused} value={formatCount(plan.refused_total)} />
      </SimpleGrid>
      {rows.length > 0 && <TableFrame label={t.rows} columns={columns} rows={rows} rowKey={({ code }) => code} />}
      {left_off > 0 && (
        <Text size="sm" c="dimmed">
          {t.leftOff(left_off)}
        </Text>
      )}
    </>
  );
}

/** Shows why the file is refused, or the button to import it. */
function Verdict({ plan, isBusy, onConfirm, onInto }: Omit<CampaignPlanProps, 'error'>) {
  const { campaign, refused, refused_total } = plan;
  if (refused_total > 0)
    return (
      <>
        <Holders plan={plan} onInto={onInto} />
        <Refusals refused={refused} more={refused_total - refused.length} />
      </>
    );
  if (campaign.action === 'unchanged' && plan.new + plan.changed === 0)
    return (
      <Alert color="gray" variant="light" role="status">
        {t.noChange}
      </Alert>
    );
  return (
    <>
      {campaign.status === 'active' && (
        <Alert color="yellow" variant="light" role="status">
          {t.live}
        </Alert>
      )}
      <Group>
        <Button loading={isBusy} onClick={onConfirm}>
          {campaign.action === 'create' ? t.confirmCreate : t.confirmChange}
        </Button>
      </Group>
    </>
  );
}

/** Offers to change a campaign that already has some of the codes, because a new campaign cannot contain them. */
function Holders({ plan: { campaign, held_by }, onInto }: Pick<CampaignPlanProps, 'plan' | 'onInto'>) {
  if (campaign.campaign_id !== null || held_by.length === 0) return null;
  return (
    <Alert color="blue" variant="light" role="status" title={t.heldTitle}>
      <Stack gap="xs" align="flex-start">
        {held_by.slice(0, MOST_HOLDERS).map(({ campaign_id, name, status, codes }) => (
          <Group key={campaign_id} gap="sm">
            <CampaignStatusBadge status={status} />
            <Text size="sm">{t.held(codes, name)}</Text>
            <Button size="xs" variant="default" onClick={() => onInto(campaign_id)}>
              {t.into(name)}
            </Button>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

const MOST_HOLDERS = 3;

function Refusals({ refused, more }: { refused: Plan['refused']; more: number }) {
  return (
    <Alert color="red" variant="light" role="alert" title={t.faults}>
      <List size="sm">
        {refused.map(({ pointer, detail }) => (
          <List.Item key={`${pointer} ${detail}`}>
            <bdi>{detail}</bdi>
          </List.Item>
        ))}
      </List>
      {more > 0 && <Text size="sm">{t.faultsMore(more)}</Text>}
      <Text size="sm" mt="xs">
        {t.refusedNote}
      </Text>
    </Alert>
  );
}

const columns: Column<Row>[] = [
  {
    key: 'code',
    header: t.code,
    width: '28%',
    render: ({ code }) => (
      <Text inherit className="mono" fw={600} style={{ wordBreak: 'break-all' }}>
        <bdi>{code}</bdi>
      </Text>
    ),
  },
  {
    key: 'outcome',
    header: t.outcome,
    width: 130,
    render: ({ outcome }) => (
      <Badge color={COLORS[outcome]} miw="max-content">
        {t.outcomes[outcome]}
      </Badge>
    ),
  },
  {
    key: 'detail',
    header: t.detail,
    render: ({ code, detail, changes }) => (
      <>
        {detail && <bdi>{detail}</bdi>}
        {changes && <Changes label={code} changes={changes} />}
      </>
    ),
  },
];
