import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { type Batch, batchQuery } from '../../client/batches.ts';
import { notifyDone, notifyProblem } from '../../client/notify.ts';
import { IconPlayerPause, IconPlayerPlay } from '../../components/icons.tsx';
import { confirmFirst } from '../../lib/confirm.ts';
import { useOnChange } from '../../lib/on-change.ts';
import { useSettled } from '../../lib/settled.ts';
import { batches } from '../../texts/batches.ts';

const t = batches.batch;

/** Returns the values of `active` to which the batch can be set now. */
const statesOf = ({ active, switching }: Batch): ('Y' | 'N')[] => {
  if (switching) return [switching.to === 'Y' ? 'N' : 'Y'];
  return active === 'some' ? ['Y', 'N'] : [active === 'Y' ? 'N' : 'Y'];
};

/** Activates or deactivates all codes of a batch. The last request applies, so a change in progress can be reversed. */
export function BatchSwitch({ batch }: { batch: Batch }) {
  const { batch_id, status, count, switching, changing } = batch;
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (to: 'Y' | 'N') => ask('changeBatch', { params: { batch_id }, body: { active: to } }),
    onSuccess: (changed, to) => {
      queries.setQueryData(batchQuery(batch_id).queryKey, changed);
      void queries.invalidateQueries({ queryKey: ['batches', 'list'] });
      notifyDone(t[to === 'Y' ? 'on' : 'off'].done);
    },
    onError: (error) => notifyProblem(t.failed, error),
  });
  const start = async (to: 'Y' | 'N') => {
    const { title, text, confirm, cancel } = t[to === 'Y' ? 'on' : 'off'];
    const question = { title, children: text(count), confirm: confirm(count), cancel, isDangerous: to === 'N' };
    if (await confirmFirst(question)) change.mutate(to);
  };
  const states = statesOf(batch);
  const isSettled = useSettled(states.join());
  const isDone = switching === null && changing === null;
  // When the codes have changed, the lists are out of date.
  useOnChange(isDone, () => void (isDone && queries.invalidateQueries({ queryKey: ['codes'] })));
  if (status !== 'done' || count === 0) return null;
  return states.map((to) => (
    <Button
      key={to}
      variant="default"
      leftSection={to === 'Y' ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
      loading={change.isPending}
      aria-disabled={!isSettled}
      onClick={() => isSettled && void start(to)}
    >
      {t[to === 'Y' ? 'on' : 'off'].button}
    </Button>
  ));
}
