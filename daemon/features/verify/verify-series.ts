import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { QUARTER_MS } from '../../lib/clock.ts';
import type { Difference } from './verify-store.ts';

/** Every series that does not follow from its rows. */
export async function seriesFaults(handle: Handle): Promise<Difference[]> {
  return [...(await campaignFaults(handle)), ...(await eventFaults(handle))];
}

const QUARTER = sql.raw(String(QUARTER_MS));
const quarterOf = (instant: SQL) => sql`${instant} - (${instant} % ${QUARTER} + ${QUARTER}) % ${QUARTER}`;
const column = (name: string) => sql.raw(name);
const FIGURES = ['claims', 'payments', 'revenue', 'refunds'] as const;

/** Rows with what they add to the figures, as they are recomputed (side 1) beside those that are stored (side 0). */
const part = (campaign: string, at: string, figures: Record<(typeof FIGURES)[number], string>, from: string) => sql`
  select 1 as side, ${column(campaign)} as campaign_id, ${quarterOf(column(at))} as hour,
    ${sql.join(
      FIGURES.map((name) => column(`${figures[name]} as ${name}`)),
      sql`, `,
    )} from ${column(from)}`;
const claims = (n: 1 | -1) => ({ claims: String(n), payments: '0', revenue: '0', refunds: '0' });
const money = {
  claims: '0',
  payments: '1',
  revenue: 'amount',
  refunds: 'case when amount < 0 then -amount else 0 end',
};
const CLAIMS = 'claims k join codes c on c.code_id = k.code_id';
const RELEASED = `${CLAIMS} where k.released_at is not null`;

async function campaignFaults({ db }: Handle): Promise<Difference[]> {
  const parts = sql.join(
    [
      sql`select 0 as side, campaign_id, hour, claims, payments, revenue, refunds from campaign_hours`,
      part('c.campaign_id', 'k.created_at', claims(1), CLAIMS),
      part('0', 'k.created_at', claims(1), CLAIMS),
      // A claim that was given back is taken off in the quarter of its release.
      part('c.campaign_id', 'k.released_at', claims(-1), RELEASED),
      part('0', 'k.released_at', claims(-1), RELEASED),
      part('campaign_id', 'received_at', money, 'accruals'),
      part('0', 'received_at', money, 'payments'),
    ],
    sql` union all `,
  );
  const sum = (name: string, side: 0 | 1) =>
    sql<string>`cast(sum(case when side = ${column(String(side))} then ${column(name)} else 0 end) as text)`;
  const differs = (name: string) => sql`sum(case when side = 0 then ${column(name)} else -${column(name)} end) <> 0`;
  const rows = await db
    .select({
      campaign_id: sql<number>`campaign_id`,
      hour: sql<number>`hour`,
      ...Object.fromEntries(
        FIGURES.flatMap((name) => [
          [`stored_${name}`, sum(name, 0)],
          [`computed_${name}`, sum(name, 1)],
        ]),
      ),
    })
    .from(sql`(${parts}) as parts`)
    .groupBy(sql`campaign_id`, sql`hour`)
    .having(sql.join(FIGURES.map(differs), sql` or `));
  return rows.flatMap((row: Record<string, unknown>) =>
    FIGURES.flatMap((name) => {
      const [stored, computed] = [String(row[`stored_${name}`]), String(row[`computed_${name}`])];
      const key = `campaign ${row.campaign_id} ${hourText(row.hour)} ${name}`;
      return stored === computed ? [] : [{ table: 'campaign_hours', key, stored, computed }];
    }),
  );
}

/** Events are not kept for ever, their counts are: those of events that are gone stand in a slot of their own. */
async function eventFaults({ db }: Handle): Promise<Difference[]> {
  const type = sql`game_id, event_type, event_sub_type`;
  const parts = sql`
    select ${type}, hour, events as stored, 0 as computed from sdk_event_hours where slot >= 0
    union all select ${type}, ${quarterOf(column('created_at'))}, 0, 1 from sdk_events`;
  const total = (name: string) => sql<string>`cast(sum(${column(name)}) as text)`;
  const rows = await db
    .select({
      game_id: sql<string>`game_id`,
      event_type: sql<string>`event_type`,
      event_sub_type: sql<string>`event_sub_type`,
      hour: sql<number>`hour`,
      stored: total('stored'),
      computed: total('computed'),
    })
    .from(sql`(${parts}) as parts`)
    .groupBy(type, sql`hour`)
    .having(sql`sum(stored) <> sum(computed)`);
  return rows.map(({ game_id, event_type, event_sub_type, hour, stored, computed }) => ({
    table: 'sdk_event_hours',
    key: `${game_id} ${event_type} ${event_sub_type} ${hourText(hour)}`,
    stored,
    computed,
  }));
}

const hourText = (hour: unknown) => new Date(Number(hour)).toISOString();
