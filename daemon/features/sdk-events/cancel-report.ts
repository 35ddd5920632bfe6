import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import type { Games } from '../../domain/games.ts';
import type { FigureQuery } from './count-events.ts';
import { deleteReport } from './event-reports-store.ts';
import type { EventReports } from './run-reports.ts';

/**
 * Removes a report and ends its count. The next request for the same figures starts a new count.
 * @param limit the games that the person is limited to; null if the person is not limited
 */
export async function cancelReport(db: Database, reports: EventReports, reportId: string, limit: Games): Promise<void> {
  await db.write(async (handle) => {
    const report = await deleteReport(handle, reportId);
    const query = report && (JSON.parse(report.query) as FigureQuery);
    if (!query || JSON.stringify(query.limit) !== JSON.stringify(limit)) throw new AppError('not_found');
  });
  reports.stop(reportId);
}
