import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { pageOf } from '../../db/query/listing.ts';
import { isoInstant } from '../../lib/clock.ts';
import { startOfDay } from '../../lib/days.ts';
import { formatAmount, type Minor } from '../../lib/money.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { readCodeDays, spanBefore } from './code-days.ts';
import { listCodes } from './code-days-store.ts';
import { type Day, idsOfDay, listRefunds, listTriers } from './day-counts-store.ts';
import { findSign, type LeakSignQuery, type LeakSignRow, listSigns } from './leak-signs-store.ts';

const MOST_ROWS = 50;

export const listLeakSigns = (db: Database, query: LeakSignQuery) =>
  db.read(async (handle) => {
    const { rows, total } = await listSigns(handle, query);
    return pageOf(query, rows.map(leakSignOut), total);
  });

type Evidence = AnswerOf<Endpoints['getLeakSign']>;

/** Reads a sign with the rows that support it, if they are still stored. */
export const getLeakSign = (db: Database, signId: number): Promise<Evidence> =>
  db.read(async (handle) => {
    const sign = await findSign(handle, signId);
    if (!sign) throw new AppError('not_found');
    const { currency, currency_digits: digits, time_zone: zone } = await getOrganisation(handle);
    const money = (minor: Minor) => ({ amount: formatAmount(minor, digits), currency });
    const day = { from: sign.day_start, to: startOfDay(sign.day_start, zone, 1) };
    const codes = await listCodes(handle, [sign.code_id]);
    const span = spanBefore(day, zone);
    const days = (await readCodeDays(handle, codes, span)).get(sign.code_id) ?? [];
    return {
      sign: leakSignOut(sign),
      days: days.map(({ claims, landings, revenue, refunds }, at) => ({
        ...{ day: isoInstant(span.points[at] ?? day.from), claims, landings },
        ...{ revenue: money(revenue), refunds: money(refunds) },
      })),
      tries: await readTries(handle, sign, codes[0]?.code_norm ?? null, day),
      refunds: (await readRefunds(handle, sign, day)).map(({ amount, received_at, ...refund }) => ({
        ...refund,
        amount: money(amount),
        received_at: isoInstant(received_at),
      })),
    };
  });

async function readTries(handle: Handle, { kind }: LeakSignRow, norm: string | null, day: Day) {
  if (kind !== 'shared' || norm === null) return [];
  const rows = await listTriers(handle, norm, day, MOST_ROWS);
  return rows.map(({ last_at, ...row }) => ({ ...row, last_at: isoInstant(last_at) }));
}

async function readRefunds(handle: Handle, { kind, code_id }: LeakSignRow, day: Day) {
  if (kind !== 'refunds') return [];
  return listRefunds(handle, code_id, await idsOfDay(handle, 'payments', day), day, MOST_ROWS);
}

export const leakSignOut = ({ base_code_id, day_start, seen_at, seen_by, ...row }: LeakSignRow): Evidence['sign'] => ({
  ...row,
  main_code_id: base_code_id ?? row.code_id,
  day: isoInstant(day_start),
  seen: seen_at === null ? null : { at: isoInstant(seen_at), by: seen_by ?? '' },
});
