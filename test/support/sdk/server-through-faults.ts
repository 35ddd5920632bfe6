import { expect } from 'vitest';
import type * as Sdk from '../../../sdk/server.ts';
import { type Fault, passing, refusingAsDaemon, refusingByPage, startFaultProxy } from '../faults/fault-proxy.ts';
import { addCode, runningCampaign } from '../http/campaigns.ts';
import { done } from '../http/test-client.ts';
import { type DatabaseKind, startTestDaemon } from '../world/daemon.ts';
import { buildSdkFor } from './built-sdk.ts';

const AT_ONCE = 200;
const PAGE = refusingByPage(502);
const BUSY = refusingAsDaemon(503, 'unavailable');
const CUT: Fault = () => ({ cutsAnswer: true });
/** The faults for the attempts of a call, in order. Further attempts pass. */
const FATES = [[CUT], [passing], [PAGE, CUT], [CUT, BUSY, CUT], [BUSY], [PAGE, PAGE]];

/** Starts a daemon and a proxy that treats each call in one of six ways. The SDK for game servers uses the proxy. */
export async function serverThroughFaults(database: DatabaseKind) {
  const daemon = await startTestDaemon({ database });
  const proxy = await startFaultProxy(daemon.url);
  const attempts = new Map<string, number>();
  proxy.behave((asked) => {
    const id = String(asked.headers['x-request-id'] ?? '');
    const attempt = attempts.get(id) ?? 0;
    attempts.set(id, attempt + 1);
    const [, serial = '1'] = id.split(':');
    return (FATES[Number(serial) % FATES.length]?.[attempt] ?? passing)(asked);
  });
  const built = await buildSdkFor(proxy.url);
  const sdk = (await built.load('server.js')) as unknown as typeof Sdk;
  const game = new sdk.GameServer(daemon.serverKey, sdk.EventsBaseURL.EVENTS_PROD);
  return {
    daemon,
    proxy,
    sdk,
    game,
    async close() {
      built.remove();
      await proxy.close();
      await daemon.close();
    },
  };
}

/** Makes this many calls, `AT_ONCE` at a time. Each has its own request ID, which decides what happens to it. */
async function each<T>(name: string, count: number, call: (n: number, options: { requestId: string }) => Promise<T>) {
  const results: T[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at);
    results.push(...(await Promise.all(some.map((n) => call(n, { requestId: `${name}:${n}` })))));
  }
  return results;
}

/** Calls each operation `count` times and checks what the daemon stored: nothing is lost or duplicated. */
export async function expectEachOnce(
  { daemon, proxy, game }: Awaited<ReturnType<typeof serverThroughFaults>>,
  count: number,
) {
  const campaignId = await runningCampaign(daemon);
  await addCode(daemon, campaignId, 'GIFT');
  await addCode(daemon, campaignId, 'BASE', { use_as_referral: 'Y' });
  const rowsOf = async () =>
    daemon.db.read(async ({ db, t }) => ({
      claims: await db.select().from(t.claims),
      payments: await db.select().from(t.payments),
      decisions: await db.select().from(t.creator_code_decisions),
    }));

  const redeemed = await each('redeem', count, (n, options) =>
    game.redeem({ user_id: `p${n}`, code: 'GIFT', attributes: { level: n } }, options),
  );
  const claims = new Set(redeemed.map(({ redemption_id }) => redemption_id));
  expect(claims.size).toBe(count);
  expect((await rowsOf()).claims.map(({ claim_id }) => String(claim_id)).sort()).toEqual([...claims].sort());

  const reported = await each('report', count, (n, options) =>
    game.report({ redemption_id: redeemed[n]?.redemption_id ?? '', status: 'granted' }, options),
  );
  expect(reported.map(({ redemption_id }) => redemption_id)).toEqual(redeemed.map((one) => one.redemption_id));
  const again = await each('again', count, (n, options) =>
    game.getRedemption(redeemed[n]?.redemption_id ?? '', options),
  );
  expect(again.map(({ user_id }) => user_id)).toEqual(again.map((_, n) => `p${n}`));
  const valid = await each('validate', count, (n, options) =>
    game.validate({ user_id: `v${n}`, code: 'GIFT' }, options),
  );
  expect(valid.every((one) => one.valid)).toBe(true);

  const created_at = new Date().toISOString();
  const paid = await each('pay', count, (n, options) => {
    // Without transaction_id, only the ID of the request protects against a second payment.
    const payment = {
      event_type: 'payment' as const,
      created_at,
      game_id: 'g',
      event: { user_id: `p${n}`, amount: 1.5 },
    };
    return game.sendEvents({ events: [payment] }, options);
  });
  expect(paid.every(({ accepted }) => accepted === 1)).toBe(true);
  expect((await rowsOf()).payments.map(({ user_id }) => user_id).sort()).toEqual(again.map((_, n) => `p${n}`).sort());

  const made = await each('create', count, (n, options) =>
    game.createCreatorCode({ creator_id: `c${n}`, redemption_code: 'base', code: `OWN-${n}` }, options),
  );
  expect(made.map(({ code }) => code)).toEqual(made.map((_, n) => `OWN-${n}`));
  const decided = await each('decide', count, (n, options) =>
    game.decideCreatorCode(made[n]?.code_id ?? 0, { decision: n % 2 ? 'approve' : 'reject' }, options),
  );
  expect(decided.map(({ status }) => status)).toEqual(made.map((_, n) => (n % 2 ? 'approved' : 'rejected')));
  expect((await rowsOf()).decisions).toHaveLength(count);
  const { total } = done(await daemon.owner.call('listAllCreatorCodes', { query: {} }));
  expect(total).toBe(count);

  await each('link', count, (n, options) => game.createCreatorLink(`c${n}`, options));
  await each('embed', count, (n, options) => game.createEmbedToken(`c${n}`, options));
  const lists = await each('list', count, (n, options) => game.listCreatorCodes({ creator_id: `c${n}` }, options));
  expect(lists.every((list) => list.total === 1)).toBe(true);
  const figures = await each('analytics', count, (n, options) => game.analytics({ creator_id: `c${n}` }, options));
  expect(figures.map((rows) => rows.length)).toEqual(made.map((_, n) => n % 2));
  // More than half of the calls took more than one attempt, so the faults were real.
  expect(proxy.log.length).toBeGreaterThan(11 * count * 1.5);
}
