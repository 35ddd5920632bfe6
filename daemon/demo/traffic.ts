import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { type Client, createClient } from '../contract/client.ts';
import type { Database } from '../db/database.ts';
import { createKey } from '../features/keys/create-key.ts';
import { DAY_MS } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { createChance } from './chance.ts';
import type { LiveCode } from './play.ts';
import { createPlayers } from './play.ts';
import { paymentOf, sdkEventOf } from './wire.ts';

const BEAT_MS = 1000;
/**
 * Each second simulates about twenty seconds of the organisation's normal traffic, so that a viewer sees changes and
 * the figures stay realistic.
 */
const HOURS_PER_BEAT = 0.006;

/**
 * Simulates a game's server that calls the daemon over HTTP.
 * @returns a function that stops it
 */
export async function startTraffic(
  db: Database,
  url: string,
  log: Log,
  hoursPerBeat = HOURS_PER_BEAT,
): Promise<() => Promise<void>> {
  const now = Date.now();
  const { key } = await createKey(db, { name: 'Demo traffic', kind: 'server', expiresAt: now + DAY_MS }, now);
  const client = createClient(url, { apiKey: key });
  // Each start of the demo uses new players.
  const players = createPlayers(
    await liveCodes(db),
    createChance(now),
    1_000_000 + (Math.floor(now / 1000) % 8_000_000),
  );
  let beat = Promise.resolve();
  const timer = setInterval(() => {
    beat = beat
      .then(() => send(client, players.play(Date.now(), hoursPerBeat, Date.now())))
      .catch((error) => log.warn('Demo traffic failed', { error }));
  }, BEAT_MS);
  return async () => {
    clearInterval(timer);
    await beat;
  };
}

async function send(
  client: Client,
  { redeems, payments, events }: ReturnType<ReturnType<typeof createPlayers>['play']>,
) {
  const at = Date.now();
  for (const { userId, code } of redeems) await client.call('redeem', { body: { user_id: userId, code } });
  const body = (list: unknown[]) => ({ body: { events: list } });
  if (payments.length > 0) await client.call('gameEvent', body(payments.map((payment) => paymentOf(payment, at))));
  if (events.length > 0)
    await client.call('gameEvent', body(events.map((event) => sdkEventOf(event, randomUUID(), at))));
}

const liveCodes = (db: Database): Promise<LiveCode[]> =>
  db.read(async ({ db, t }) => {
    const rows = await db
      .select({
        code: t.codes.code,
        creatorId: t.codes.creator_id,
        from: t.campaigns.starts_at,
        to: t.campaigns.ends_at,
      })
      .from(t.codes)
      .innerJoin(t.campaigns, eq(t.campaigns.campaign_id, t.codes.campaign_id))
      .where(
        and(
          eq(t.codes.status, 'approved'),
          inArray(t.codes.kind, ['redeem', 'creator']),
          eq(t.campaigns.stage, 'published'),
        ),
      );
    return rows;
  });
