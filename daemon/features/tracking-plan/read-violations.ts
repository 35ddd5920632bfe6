import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Database } from '../../db/database.ts';
import { type PageQuery, pageOf } from '../../db/query/listing.ts';
import type { Games } from '../../domain/games.ts';
import { getPeriod } from '../../domain/periods.ts';
import { isoInstant, startOfUtcDay } from '../../lib/clock.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { listViolations } from './tracking-plan-store.ts';

interface AskedViolations extends PageQuery {
  from?: number | undefined;
  to?: number | undefined;
  games: Games;
}

/** Lists the violations of a period, which is extended to whole days in UTC. */
export function readViolations(
  db: Database,
  query: AskedViolations,
  now: number,
): Promise<AnswerOf<Endpoints['listPlanViolations']>> {
  return db.read(async (handle) => {
    const { time_zone } = await getOrganisation(handle);
    const { from, to } = getPeriod(query, now, time_zone);
    const { rows, total } = await listViolations(handle, { ...query, from: startOfUtcDay(from), to });
    return pageOf(
      query,
      rows.map((row) => ({ ...row, last_at: isoInstant(row.last_at) })),
      total,
    );
  });
}
