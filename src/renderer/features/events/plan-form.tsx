import { Alert, Button, Group, List, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, problemOf } from '../../client/ask.ts';
import { useEdit } from '../../client/edit.ts';
import { findSyntaxFault } from '../../client/json-fault.ts';
import { notifyDone } from '../../client/notify.ts';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { Instant } from '../../components/instant.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { confirmFirst } from '../../lib/confirm.ts';
import { rewards } from '../../texts/rewards.ts';
import { texts } from '../../texts/texts.ts';
import { trackingPlan as t } from '../../texts/tracking-plan.ts';
import { type Plan, planFaultsOf, planQuery } from './plan-queries.ts';

const fieldsOf = ({ plan_json }: Plan) => ({ plan_json: plan_json ?? '' });
const LEAST_ROWS = 12;
const MOST_ROWS = 28;

/** Shows the plan of a game as JSON, and lets the user change or delete it. */
export function PlanForm({ plan }: { plan: Plan }) {
  const { game_id } = plan;
  const keepPlan = useKeepPlan();
  const edit = useEdit({
    latest: plan,
    fieldsOf,
    save: ({ plan_json = '', version }) => ask('saveTrackingPlan', { body: { game_id, plan_json, version } }),
    onSaved: (saved) => {
      keepPlan(saved);
      notifyDone(t.saved);
    },
  });
  return (
    <section className="card" style={{ padding: 20 }} aria-labelledby="plan-title">
      <Title order={2} size="h5" id="plan-title" mb={4}>
        {t.planOf(game_id)}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t.note} {plan.updated_at && t.updated} {plan.updated_at && <Instant at={plan.updated_at} />}
      </Text>
      <PlanFields key={edit.formKey} {...edit} />
      <ConflictDialog edit={edit} looks={{ plan_json: { label: t.plan, show: asCode } }} />
    </section>
  );
}

const asCode = (text: string) => (
  <pre className="mono" style={{ overflow: 'auto', maxHeight: 240, margin: 0 }}>
    {text}
  </pre>
);

function useKeepPlan() {
  const client = useQueryClient();
  return (plan: Plan) => client.setQueryData(planQuery(plan.game_id).queryKey, plan);
}

interface PlanFieldsProps {
  filledFrom: Plan;
  error: unknown;
  isBusy: boolean;
  submit: (fields: { plan_json: string }) => void;
  undo: () => void;
}

function PlanFields({ filledFrom, error, isBusy, submit, undo }: PlanFieldsProps) {
  const saved = fieldsOf(filledFrom).plan_json;
  const [text, setText] = useState(saved);
  const fault = text.trim() === '' ? null : findSyntaxFault(text);
  const isChanged = text !== saved;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit({ plan_json: text });
      }}
    >
      <LeaveGuard isDirty={isChanged} />
      <Stack gap="md">
        <Textarea
          label={t.plan}
          description={t.format}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={fault && `${rewards.place(fault.line, fault.column)}: ${fault.message}`}
          autosize
          minRows={LEAST_ROWS}
          maxRows={MOST_ROWS}
          spellCheck={false}
          autoCapitalize="off"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        />
        <PlanProblem error={error} />
        <Group gap="xs">
          <Button type="submit" disabled={!isChanged || text.trim() === '' || fault !== null} loading={isBusy}>
            {t.save}
          </Button>
          {isChanged && (
            <Button variant="subtle" color="gray" onClick={undo}>
              {t.undo}
            </Button>
          )}
          {filledFrom.version > 0 && <DeleteButton plan={filledFrom} />}
        </Group>
      </Stack>
    </form>
  );
}

/** Lists the faults of a refused plan with their JSON pointers. */
function PlanProblem({ error }: { error: unknown }) {
  const faults = planFaultsOf(error);
  if (faults.length === 0) return <FormProblem error={error} />;
  return (
    <Alert color="red" variant="light" role="alert" title={t.refused}>
      <List size="sm">
        {faults.map(({ pointer, code, name = '' }) => (
          <List.Item key={`${pointer} ${code} ${name}`} style={{ overflowWrap: 'anywhere' }}>
            {pointer && <span className="mono">{pointer}: </span>}
            {t.faults[code].replace('{name}', () => name)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function DeleteButton({ plan: { game_id, version } }: { plan: Plan }) {
  const keepPlan = useKeepPlan();
  const remove = useMutation({
    mutationFn: () => ask('deleteTrackingPlan', { body: { game_id, version } }),
    onSuccess: (gone) => {
      keepPlan(gone);
      notifyDone(t.deleted);
    },
  });
  const confirm = async () => {
    const { title, text, confirm: yes } = t.deleting;
    const question = { title: title(game_id), children: text, confirm: yes, cancel: texts.common.cancel };
    if (await confirmFirst({ ...question, isDangerous: true })) remove.mutate();
  };
  return (
    <>
      <Button variant="subtle" color="red" ml="auto" loading={remove.isPending} onClick={() => void confirm()}>
        {t.delete}
      </Button>
      {remove.error && (
        <Text size="sm" c="red" role="alert">
          {problemOf(remove.error).detail}
        </Text>
      )}
    </>
  );
}
