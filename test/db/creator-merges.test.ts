import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mergeCreator, undoMerge } from '../../daemon/features/creator-merges/merge-creators.ts';
import { prepareMonthlyRun, stepRun } from '../../daemon/features/payouts/run/prepare-run.ts';
import { startRun } from '../../daemon/features/payouts/run/start-run.ts';
import { makeCreators, payAll } from '../support/database/earnings.ts';
import { linesOf, month, runsOf, statementsOf } from '../support/database/payouts.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { NOW } from '../support/world/defaults.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

const STAFF = 1;

onEachDatabase((database) => {
  /** Creates creators with commission. Returns their IDs in ascending order, and the IDs of their players. */
  const earners = async (count: number) => {
    const { creators } = await makeCreators(database(), count);
    const users = creators.map(({ user }) => user);
    await payAll(database(), users, 1000);
    const ids = creators.map(({ creatorId }) => creatorId).toSorted((a, b) => (a < b ? -1 : 1));
    return { ids, users };
  };
  const merge = (creatorId = '', intoId = '') => mergeCreator(database(), STAFF, { creatorId, intoId }, NOW);
  const statementsIn = async (runId: number) =>
    (await statementsOf(database())).filter(({ run_id }) => run_id === runId);
  const run = (key: string) => prepareMonthlyRun(database(), month(key), NOW + 10);

  test('a run pays the commission of merged creators to the creator they were merged into, whatever the order of their IDs', async () => {
    const { ids, users } = await earners(230);
    const [first = '', near = '', late = ''] = [ids[0], ids[1], ids.at(-1)];
    const middle = ids[115] ?? '';
    await merge(first, middle);
    await merge(late, middle);
    await merge(ids[2], near);
    const before = await run('near and far');
    const statements = await statementsIn(before);
    expect(statements).toHaveLength(227);
    const amounts = new Map(statements.map(({ creator_id, payable }) => [creator_id, payable]));
    expect([middle, near, ids[3]].map((id) => amounts.get(id ?? ''))).toEqual([300n, 200n, 100n]);
    expect((await linesOf(database())).filter(({ run_id }) => run_id === before)).toHaveLength(230);
    await payAll(database(), users, 500);
    const after = await run('once more');
    const sum = (await statementsIn(after)).reduce((total, { payable }) => total + payable, 0n);
    expect(sum).toBe(230n * 50n);
    expect(await faultsIn(database())).toEqual([]);
  });

  test('a merge waits for a run in preparation, which still pays the two creators separately', async () => {
    const { ids } = await earners(130);
    const [creator = '', into = ''] = [ids[120], ids[3]];
    const started = await startRun(database(), { kind: 'monthly', month: month('in preparation') }, NOW + 10);
    const runId = 'runId' in started ? started.runId : expect.unreachable();
    expect(await stepRun(database(), runId, NOW + 10)).toBe(true);
    expect((await statementsIn(runId)).length).toBeLessThan(130);
    await Promise.all([merge(creator, into), run('in preparation')]);
    expect((await runsOf(database())).find(({ run_id }) => run_id === runId)?.status).toBe('draft');
    const paid = new Map((await statementsIn(runId)).map(({ creator_id, payable }) => [creator_id, payable]));
    expect([paid.get(creator), paid.get(into)]).toEqual([100n, 100n]);
    await undoMerge(database(), STAFF, creator, NOW);
    expect(await faultsIn(database())).toEqual([]);
  });

  test('of two simultaneous merges that would form a cycle, one is refused', async () => {
    const { ids } = await earners(2);
    const [one = '', other = ''] = ids;
    const outcomes = await Promise.allSettled([merge(one, other), merge(other, one)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('verify finds a balance that a merge did not move', async () => {
    const { ids, users } = await earners(2);
    const [creator = '', into = ''] = ids;
    const setMinimum = (minimum_payout: bigint) =>
      database().write(async ({ db, t }) => void (await db.update(t.organisation).set({ minimum_payout })));
    await setMinimum(1000n);
    await run('below the minimum');
    await merge(creator, into);
    await payAll(database(), users, 9000);
    const runId = await run('above it');
    const statement = (await statementsIn(runId)).find(({ creator_id }) => creator_id === into) ?? expect.unreachable();
    expect(statement).toMatchObject({ carried_in: 200n, commission: 1800n, payable: 2000n });
    expect(await faultsIn(database())).toEqual([]);
    const add = (amount: number) =>
      database().write(async ({ db, t: { payout_statements: s } }) => {
        const set = { carried_in: sql`${s.carried_in} + ${amount}`, payable: sql`${s.payable} + ${amount}` };
        await db.update(s).set(set).where(eq(s.statement_id, statement.statement_id));
      });
    await add(-100);
    const faults = (await faultsIn(database())).join('\n');
    expect(faults).toMatch(/carried_in: 100 instead of 200/);
    await add(100);
    await setMinimum(0n);
  });
});
