import { ActionIcon, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { REFUSALS, type RefusalCode } from '../../../daemon/contract/refusals.ts';
import { ask } from '../client/ask.ts';
import { notifyDone, notifyProblem } from '../client/notify.ts';
import { type ScheduledChange, scheduledChangesQuery } from '../client/scheduled-changes.ts';
import { useMay } from '../client/session.ts';
import { confirmFirst } from '../lib/confirm.ts';
import { formatCount, formatTime } from '../lib/format.ts';
import { useOnChange } from '../lib/on-change.ts';
import { batches } from '../texts/batches.ts';
import { scheduledChanges as t } from '../texts/scheduled-changes.ts';
import { texts } from '../texts/texts.ts';
import { conditionText } from './code-window/condition-text.ts';
import { IconX } from './icons.tsx';
import { Instant } from './instant.tsx';

interface ScheduledChangesProps {
  of: { campaign_id: number } | { batch_id: number };
  /** The keys of the queries to reload after the daemon has made a scheduled change. */
  changes: readonly string[];
}

/** Lists the changes that are waiting, and those that could not be made; nothing if there are none. */
export function ScheduledChanges({ of, changes }: ScheduledChangesProps) {
  const queries = useQueryClient();
  const all = useQuery(scheduledChangesQuery(of)).data?.data;
  const shown = all?.filter(({ status }) => status === 'waiting' || status === 'failed') ?? [];
  const made = all?.filter(({ status }) => status === 'done').length;
  useOnChange(made, () => {
    for (const key of changes) void queries.invalidateQueries({ queryKey: [key] });
  });
  if (shown.length === 0) return null;
  return (
    <Stack className="card" p="md" mb="lg" gap="xs" component="section" aria-labelledby="scheduled-title">
      <Title order={2} size="h5" id="scheduled-title">
        {t.title}
      </Title>
      {shown.toReversed().map((change) => (
        <Change key={change.change_id} change={change} isInCampaign={'campaign_id' in of} />
      ))}
    </Stack>
  );
}

function Change({ change, isInCampaign }: { change: ScheduledChange; isInCampaign: boolean }) {
  const { due_at, status, reason, batch_id, created_by } = change;
  const may = useMay();
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
      <div>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Instant at={due_at} />: {isInCampaign && batch_id !== null && `${batches.batch.title(batch_id)}, `}
          {describeChange(change)} {status === 'failed' && <Badge color="red">{t.statuses.failed}</Badge>}
        </Text>
        <Text size="xs" c="dimmed">
          {reason === null ? t.by(created_by.name) : sentenceOf(reason)}
        </Text>
      </div>
      {status === 'waiting' && may('cancelScheduledChange') && <CancelButton change={change} />}
    </Group>
  );
}

function CancelButton({ change: { change_id } }: { change: ScheduledChange }) {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => ask('cancelScheduledChange', { params: { change_id } }),
    onSuccess: () => notifyDone(t.cancelled),
    onError: (error) => notifyProblem(t.notCancelled, error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['scheduled-changes'] }),
  });
  const { text, ...question } = t.question;
  const start = async () => {
    if (await confirmFirst({ ...question, children: text, isDangerous: true })) cancel.mutate();
  };
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={t.cancel} loading={cancel.isPending} onClick={start}>
      <IconX size={16} />
    </ActionIcon>
  );
}

/** Returns the new values of a change in words. */
export function describeChange({ change }: ScheduledChange): string {
  const { move, active, usage_limit, starts_at, ends_at, conditions } = change;
  const timeOf = (at: string | null) => (at === null ? t.none : formatTime(at));
  const said = [
    move && t.effects[move],
    active && t.effects[active === 'Y' ? 'activate' : 'deactivate'],
    usage_limit !== undefined && t.effects.limit(usage_limit === null ? t.none : formatCount(usage_limit)),
    starts_at !== undefined && t.effects.starts(timeOf(starts_at)),
    ends_at !== undefined && t.effects.ends(timeOf(ends_at)),
    conditions !== undefined && t.effects.conditions(conditions?.map(conditionText).join('; ') ?? t.none),
  ];
  return said.filter((part) => typeof part === 'string').join('; ');
}

const sentenceOf = (reason: string) => texts.problems.say(reason, REFUSALS[reason as RefusalCode]?.[1] ?? reason);
