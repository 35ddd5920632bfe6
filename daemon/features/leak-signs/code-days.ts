import type { Handle } from '../../db/database.ts';
import { foldHours, gridOf } from '../../domain/periods.ts';
import { startOfDay, startsOfDays } from '../../lib/days.ts';
import { groupBy } from '../../lib/group-by.ts';
import { type CodeOfDays, type CodeStep, listCodeSteps, listLandings } from './code-days-store.ts';
import type { Day } from './day-counts-store.ts';
import { type CodeDay, DAYS_BEFORE, linksOfCode } from './leak-sign-rules.ts';

/** A day and the days before it. */
export interface DaySpan extends Day {
  /** The start of each day, oldest first; the last one is the day itself. */
  points: number[];
}

export function spanBefore({ from, to }: Day, zone: string): DaySpan {
  const first = startOfDay(from, zone, -DAYS_BEFORE);
  return { from: first, to, points: startsOfDays(first, to, zone) };
}

/** Reads the figures of codes on each day of a span. */
export async function readCodeDays(
  handle: Handle,
  codes: readonly CodeOfDays[],
  span: DaySpan,
): Promise<Map<number, CodeDay[]>> {
  const ids = codes.map(({ code_id }) => code_id);
  const steps = await listCodeSteps(handle, ids, span, gridOf(span));
  const linksOf = new Map(codes.map((code) => [code.code_id, linksOfCode(code)]));
  const landings = await listLandings(handle, [...new Set([...linksOf.values()].flat())], span);
  const stepsOf = groupBy(steps, ({ code_id }) => code_id);
  const landingsOf = groupBy(landings, ({ link }) => link);
  const daysOf = (codeId: number) => {
    const days = foldHours(span.points, stepsOf.get(codeId) ?? [], nothing, add).map(({ sum }) => sum);
    for (const { day, landings } of (linksOf.get(codeId) ?? []).flatMap((link) => landingsOf.get(link) ?? [])) {
      const one = days[span.points.indexOf(day)];
      if (one) one.landings += landings;
    }
    return days;
  };
  return new Map(ids.map((codeId) => [codeId, daysOf(codeId)]));
}

const nothing = (): CodeDay => ({ claims: 0, landings: 0, revenue: 0n, refunds: 0n });

function add(day: CodeDay, { claims, revenue, refunds }: CodeStep) {
  day.claims += Number(claims);
  day.revenue += BigInt(revenue);
  day.refunds += BigInt(refunds);
}
