import { load, median, startDaemon } from './bench-daemon.ts';
import { deliveredOf, drained, setWebhook } from './outbox-rows.ts';
import { LOOPBACK_OPEN, withReceiver } from './with-receiver.ts';

const SECONDS = Number(process.env.REDEEMD_TEST_BENCH_SECONDS ?? 5);
const ROUNDS = 5;
const PAUSE_MS = 280_000;

export interface SubscriberFigures {
  database: string;
  /** Redeems per second. */
  none: number;
  paused: number;
  subscribed: number;
  pausedToNone: number;
  subscribedToNone: number;
  /** Messages delivered per second during the redeems. */
  delivered: number;
}

/** Measures redeem without an endpoint, with a paused one, and with one that receives messages at the same time. */
export const measureSubscriber = (): Promise<SubscriberFigures[]> => withReceiver(measureOn);

async function measureOn(name: string, database: string, receiver: string): Promise<SubscriberFigures> {
  const daemon = await startDaemon(database, undefined, LOOPBACK_OPEN);
  try {
    await daemon.code('GIFT');
    await daemon.staff('POST', '/v1/admin/webhooks', { url: `${receiver}/hook`, events: ['redemption.succeeded'] });
    let player = 0;
    const redeem = () =>
      load(`${daemon.url}/v1/redemption-codes/use/redeem`, {
        headers: { 'x-api-key': daemon.key },
        body: () => JSON.stringify({ user_id: `player-${++player}`, code: 'GIFT' }),
        seconds: SECONDS,
      });
    const redeemWhile = async (active: boolean, paused: boolean) => {
      await setWebhook(daemon, database, { active, pausedUntil: paused ? Date.now() + PAUSE_MS : null });
      return redeem();
    };
    await redeem();
    const rounds: { none: number; paused: number; subscribed: number; delivered: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // The waiting messages are delivered first. Otherwise, the daemon would send them during the next measurement.
      await setWebhook(daemon, database, { active: true, pausedUntil: null });
      await drained(daemon, database);
      const none = await redeemWhile(false, false);
      const paused = await redeemWhile(true, true);
      const before = await deliveredOf(daemon, database);
      const subscribed = await redeemWhile(true, false);
      const delivered = ((await deliveredOf(daemon, database)) - before) / SECONDS;
      rounds.push({ none, paused, subscribed, delivered });
    }
    const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
    return {
      database: name,
      none: middle((one) => one.none),
      paused: middle((one) => one.paused),
      subscribed: middle((one) => one.subscribed),
      pausedToNone: middle((one) => one.paused / one.none),
      subscribedToNone: middle((one) => one.subscribed / one.none),
      delivered: middle((one) => one.delivered),
    };
  } finally {
    await daemon.stop();
  }
}

export function printSubscriber(figures: readonly SubscriberFigures[]) {
  console.log('| database | endpoint | redeems/s | ratio | goal |\n|---|---|---|---|---|');
  for (const { database, none, paused, subscribed, pausedToNone, subscribedToNone, delivered } of figures) {
    console.log(`| ${database} | none | ${Math.round(none)} | 1.00 |  |`);
    console.log(`| ${database} | subscribed, paused | ${Math.round(paused)} | ${pausedToNone.toFixed(2)} |  |`);
    console.log(
      `| ${database} | subscribed, ${Math.round(delivered)} delivered/s beside | ${Math.round(subscribed)} | ${subscribedToNone.toFixed(2)} | 0.8 |`,
    );
  }
}
