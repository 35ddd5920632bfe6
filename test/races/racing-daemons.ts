import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { runningCampaign } from '../support/http/campaigns.ts';
import {
  type DatabaseKind,
  startTestDaemon,
  type TestDaemon,
  type TestDatabaseOptions,
  testDatabase,
} from '../support/world/daemon.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: judges read answers of every shape
  body: any;
  replayed: boolean;
}

/** Daemons on one database, for races, with access to what is stored in it. */
export interface Racing {
  url: string;
  first: TestDaemon;
  campaignId: number;
  /** The racers use the daemons in turn; `at` is the number of the racer. */
  redeem(at: number, userId: string, code: string, idempotencyKey?: string): Promise<Answer>;
  pay(at: number, requestId: string, userId: string, amount: number): Promise<Answer>;
  claims(): Promise<{ claimId: string; userId: string; code: string }[]>;
  links(userId: string): Promise<number>;
  payments(userId: string): Promise<number>;
  close(): Promise<void>;
}

export async function startRacing(kind: DatabaseKind, count: number, options?: TestDatabaseOptions): Promise<Racing> {
  const storage = await testDatabase(kind, options);
  const daemons: TestDaemon[] = [];
  for (let n = 0; n < count; n += 1) daemons.push(await startTestDaemon({ databaseUrl: storage.url }));
  const first = daemons[0] as TestDaemon;
  const { db, serverKey } = first;
  const agent = new Agent({ keepAlive: true });
  const ask = (at: number, path: string, body: unknown, headers: Record<string, string> = {}) =>
    post(agent, daemons[at % count] as TestDaemon, path, body, { 'x-api-key': serverKey, ...headers });
  return {
    url: storage.url,
    first,
    campaignId: await runningCampaign(first),
    redeem: (at, user_id, code, key) =>
      ask(
        at,
        '/v1/redemption-codes/use/redeem',
        { user_id, code },
        key === undefined ? {} : { 'idempotency-key': key },
      ),
    pay(at, id, user_id, amount) {
      const event = { event_type: 'payment', created_at: '2026-01-01T00:00:00Z', game_id: 'game' };
      return ask(at, '/v1/game/game-event', { id, events: [{ ...event, event: { user_id, amount } }] });
    },
    claims: () =>
      db.read(async ({ db, t }) => {
        const columns = { claimId: t.claims.claim_id, userId: t.claims.user_id, code: t.codes.code };
        const rows = await db.select(columns).from(t.claims).innerJoin(t.codes, eq(t.codes.code_id, t.claims.code_id));
        return rows.map((row) => ({ ...row, claimId: String(row.claimId) }));
      }),
    links: async (user) =>
      (await db.read(({ db, t }) => db.select().from(t.links).where(eq(t.links.user_id, user)))).length,
    payments: async (user) =>
      (await db.read(({ db, t }) => db.select().from(t.payments).where(eq(t.payments.user_id, user)))).length,
    async close() {
      agent.destroy();
      for (const daemon of daemons) await daemon.close();
      await storage.drop();
    },
  };
}

/** Sends a request, and repeats it after a 503. It does not use `fetch`, which is slower than the daemon. */
async function post(
  agent: Agent,
  { url }: TestDaemon,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  for (;;) {
    const { incoming, text } = await new Promise<{ incoming: IncomingMessage; text: string }>((resolve, reject) => {
      const outgoing = request(url + path, { method: 'POST', agent, headers }, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        incoming.on('end', () => resolve({ incoming, text }));
      });
      outgoing.on('error', reject).setHeader('content-type', 'application/json');
      outgoing.end(JSON.stringify(body));
    });
    const replayed = incoming.headers['idempotent-replayed'] === 'true';
    if (incoming.statusCode !== 503) return { status: incoming.statusCode ?? 0, body: JSON.parse(text), replayed };
    await sleep(10);
  }
}

/** Runs one racer for each number below `count`, all at once. */
export const race = <T>(count: number, racer: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => racer(at)));
