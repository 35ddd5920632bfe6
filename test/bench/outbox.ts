import { Agent, request } from 'undici';
import { type BenchDaemon, median, startDaemon } from './bench-daemon.ts';
import { flag } from './fill.ts';
import { BODY_LENGTH, drained, fillOutbox } from './outbox-rows.ts';
import { cpuSeconds, serverSeconds } from './processes.ts';
import { LOOPBACK_OPEN, withReceiver } from './with-receiver.ts';

const MESSAGES = Number(flag('messages') ?? 10_000);
const ROUNDS = 5;
/** The number of simultaneous requests that the daemon sends to one endpoint. */
const TOGETHER = 16;

export interface OutboxFigures {
  database: string;
  /** Messages per second. */
  delivered: number;
  bare: number;
  ratio: number;
  /** CPU microseconds per message. */
  daemonCpu: number;
  serverCpu: number;
}

/** Measures how fast waiting messages are sent and recorded as delivered, compared with a loop that only sends. */
export const measureOutbox = (): Promise<OutboxFigures[]> => withReceiver(measureOn);

async function measureOn(name: string, database: string, receiver: string): Promise<OutboxFigures> {
  const daemon = await startDaemon(database, undefined, LOOPBACK_OPEN);
  try {
    await daemon.staff('POST', '/v1/admin/webhooks', { url: `${receiver}/hook`, events: ['redemption.succeeded'] });
    await bareLoop(receiver);
    await deliver(daemon, database, -1);
    const before = await countsOf(receiver);
    const cpu = [cpuSeconds(daemon.pid), await serverSeconds(database)] as const;
    const rounds: { delivered: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ delivered: await deliver(daemon, database, round), bare: await bareLoop(receiver) });
    const all = ROUNDS * MESSAGES;
    const came = (await countsOf(receiver)).received - before.received - all;
    if (came < all) throw new Error(`${came} of ${all} messages arrived`);
    const each = (now: number, then: number) => ((now - then) / all) * 1e6;
    return {
      database: name,
      delivered: median(rounds.map((one) => one.delivered)),
      bare: median(rounds.map((one) => one.bare)),
      ratio: median(rounds.map((one) => one.delivered / one.bare)),
      daemonCpu: each(cpuSeconds(daemon.pid), cpu[0]),
      serverCpu: each(await serverSeconds(database), cpu[1]),
    };
  } finally {
    await daemon.stop();
  }
}

const countsOf = async (receiver: string) => (await (await fetch(receiver)).json()) as { received: number };

/** Returns the messages per second, from when the daemon can read them until the last one is recorded as delivered. */
async function deliver(daemon: BenchDaemon, database: string, round: number): Promise<number> {
  await fillOutbox(daemon, database, MESSAGES, round);
  const startedAt = performance.now();
  // Any write through the daemon wakes the outbox.
  await daemon.changeSettings({ name: `Bench ${round}` });
  await drained(daemon, database);
  return MESSAGES / ((performance.now() - startedAt) / 1000);
}

async function bareLoop(receiver: string): Promise<number> {
  const agent = new Agent();
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'redeemd/1.0',
    'webhook-id': 'msg_bare',
    'webhook-timestamp': '1770000000',
    'webhook-signature': `v1,${'x'.repeat(44)}`,
  };
  const body = 'x'.repeat(BODY_LENGTH);
  let left = MESSAGES;
  const lane = async () => {
    while (left-- > 0) {
      const answer = await request(`${receiver}/hook`, { method: 'POST', headers, body, dispatcher: agent });
      await answer.body.text();
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: TOGETHER }, lane));
  const rate = MESSAGES / ((performance.now() - startedAt) / 1000);
  await agent.close();
  return rate;
}

export function printOutbox(figures: readonly OutboxFigures[]) {
  console.log(
    '| database | delivered/s | bare undici loop/s | ratio (goal 0.50) | µs of CPU per message: daemon | Postgres |\n|---|---|---|---|---|---|',
  );
  for (const { database, delivered, bare, ratio, daemonCpu, serverCpu } of figures)
    console.log(
      `| ${database} | ${Math.round(delivered)} | ${Math.round(bare)} | ${ratio.toFixed(2)} | ${Math.round(daemonCpu)} | ${Math.round(serverCpu)} |`,
    );
}
