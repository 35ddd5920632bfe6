import type { Database } from '../../db/database.ts';
import { payoutFaults } from './verify-payouts.ts';
import { seriesFaults } from './verify-series.ts';
import {
  claimTotals,
  countedPayments,
  type Difference,
  figureTotals,
  hourTotals,
  ledgerFaults,
  ledgerTotals,
  usedOfLimited,
} from './verify-store.ts';

export type { Difference } from './verify-store.ts';

type Figures = Map<string, string>;

/** Recomputes every counter and invariant from rows. @returns every difference; none means the books are right. */
export async function verifyFigures(db: Database): Promise<Difference[]> {
  return db.readSnapshot(async (handle) => {
    const computed = new Map<string, bigint>();
    const add = (key: string, amount: bigint) => computed.set(key, (computed.get(key) ?? 0n) + amount);
    for (const row of await claimTotals(handle)) add(`code ${row.code_id} terms 0 claims`, BigInt(row.claims));
    for (const row of await ledgerTotals(handle))
      add(`code ${row.code_id} terms ${row.terms_id} revenue`, BigInt(row.revenue));
    for await (const page of countedPayments(handle))
      for (const { counted_code_ids, amount, refunded } of page)
        for (const codeId of JSON.parse(counted_code_ids) as number[])
          add(`code ${codeId} terms 0 revenue`, netOf(BigInt(amount), BigInt(refunded)));

    const stored: Figures = new Map();
    for (const row of await figureTotals(handle)) {
      stored.set(`code ${row.code_id} terms ${row.terms_id} claims`, row.claims);
      stored.set(`code ${row.code_id} terms ${row.terms_id} revenue`, row.revenue);
    }
    const hourly = await hourTotals(handle);
    const byCode = new Map<string, bigint>();
    for (const [key, amount] of computed) {
      const [, codeId, , , what] = key.split(' ');
      const total = `code ${codeId} ${what}`;
      byCode.set(total, (byCode.get(total) ?? 0n) + amount);
    }
    const hours: Figures = new Map();
    for (const row of hourly) {
      hours.set(`code ${row.code_id} claims`, row.claims);
      hours.set(`code ${row.code_id} revenue`, row.revenue);
    }
    return [
      ...differences('code_counters', stored, computed),
      ...differences('code_hours', hours, byCode),
      ...(await usedOfLimited(handle)),
      ...(await ledgerFaults(handle)),
      ...(await seriesFaults(handle)),
      ...(await payoutFaults(handle)),
    ];
  });
}

/** Refunds, which are negative, take at most the payment: those that came before it may be more. */
const netOf = (amount: bigint, refunded: bigint) => {
  if (amount <= 0n) return amount;
  return amount + refunded < 0n ? 0n : amount + refunded;
};

function differences(table: string, stored: Figures, computed: Map<string, bigint>): Difference[] {
  return [...new Set([...stored.keys(), ...computed.keys()])].flatMap((key) => {
    const have = BigInt(stored.get(key) ?? '0');
    const want = computed.get(key) ?? 0n;
    return have === want ? [] : [{ table, key, stored: String(have), computed: String(want) }];
  });
}
