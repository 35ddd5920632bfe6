import { asc, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { manyRows } from '../../daemon/db/query/many-rows.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

/** A number that a double cannot represent exactly. */
const HUGE = 2n ** 61n + 1n;

onEachDatabase((database) => {
  test('many rows are stored unchanged, with IDs in the order of the rows', async () => {
    const texts = ['plain', `"quoted" 'too'`, 'line\r\nbreak', '=SUM(A1)', 'Zoë 🎮 漢字', '\\u0041 {"a":[1]}', ''];
    const rows = Array.from({ length: 400 }, (_, at) => ({
      message_id: `many-${String(at).padStart(4, '0')}`,
      event_type: 'payout.prepared',
      order_key: at % 2 === 0 ? null : texts[at % texts.length],
      body: texts[at % texts.length] as string,
      created_at: 1_770_000_000_000 + at,
      due_at: Number.MAX_SAFE_INTEGER - at,
    }));
    const made = await database().write((handle) =>
      handle.db
        .insert(handle.t.outbox)
        .select(manyRows(handle, handle.t.outbox, rows))
        .returning({ outbox_id: handle.t.outbox.outbox_id, message_id: handle.t.outbox.message_id }),
    );
    expect(made.map(({ message_id }) => message_id)).toEqual(rows.map(({ message_id }) => message_id));
    const stored = await database().read(({ db, t: { outbox } }) =>
      db.select().from(outbox).where(like(outbox.message_id, 'many-%')).orderBy(asc(outbox.outbox_id)),
    );
    expect(stored).toEqual(
      rows.map((row, at) => ({
        ...row,
        outbox_id: made[at]?.outbox_id,
        once_key: null,
        spread_at: null,
        traceparent: null,
      })),
    );
    // The next ID that the database assigns must differ from all IDs above.
    await database().write(async ({ db, t }) => {
      await db.insert(t.outbox).values({ ...(rows[0] as (typeof rows)[number]), message_id: 'one more' });
      await db.delete(t.outbox);
    });
  });

  test('booleans are stored unchanged', async () => {
    const run = {
      kind: 'manual' as const,
      period_start: 0,
      period_end: 1,
      time_zone: 'UTC',
      currency: 'USD',
      currency_digits: 2,
    };
    const zero = { revenue: 0n, refunds: 0n, commission: -HUGE, carried_in: 0n, payable: 0n, carried_out: -HUGE };
    const found = await database().write(async (handle) => {
      const { db, t } = handle;
      const more = { period_key: 'flags', minimum_payout: 0n, hold_days: 0, status: 'void', prepared_at: 0 } as const;
      const made = { ...run, ...more, csv_hashes: '{}', totals: '{}' };
      const [row] = await db.insert(t.payout_runs).values(made).returning({ run_id: t.payout_runs.run_id });
      const rows = [true, false].map((address_changed) => ({
        ...{ run_id: row?.run_id as number, creator_id: `flag ${address_changed}`, address_changed, ...zero },
        ...{ claims: 0, payments: 0, taken_out: false },
      }));
      await db.insert(t.payout_statements).select(manyRows(handle, t.payout_statements, rows));
      const stored = await db.select().from(t.payout_statements).orderBy(asc(t.payout_statements.statement_id));
      await db.delete(t.payout_statements);
      await db.delete(t.payout_runs);
      return stored;
    });
    expect(found.map(({ address_changed, commission }) => [address_changed, commission])).toEqual([
      [true, -HUGE],
      [false, -HUGE],
    ]);
  });
});
