import type { PeriodFigures } from '../../contract/admin/period-figures.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { figuresOfPeriod } from '../../domain/figures-of-period.ts';
import type { Games } from '../../domain/games.ts';
import { getPeriod, gridOf } from '../../domain/periods.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { listCreatorHours } from './creator-figures-store.ts';
import { findCreator } from './creators-store.ts';
import { listOwnIds } from './merges-store.ts';

export interface CreatorFiguresQuery {
  creatorId: string;
  from?: number | undefined;
  to?: number | undefined;
  /** The games that the caller is limited to; null if the caller is not limited. */
  limit: Games;
}

/** Reads the figures of a creator's codes in a period, including the codes of creators merged into this one. */
export const readCreatorFigures = (db: Database, of: CreatorFiguresQuery, now: number): Promise<PeriodFigures> =>
  db.read(async (handle) => {
    if (!(await findCreator(handle, of.creatorId))) throw new AppError('not_found');
    const organisation = await getOrganisation(handle);
    const period = getPeriod(of, now, organisation.time_zone);
    const { from, to } = period;
    const creatorIds = await listOwnIds(handle, of.creatorId);
    const hours = await listCreatorHours(handle, { creatorIds, limit: of.limit, from, to }, gridOf(period));
    return figuresOfPeriod(period, hours, organisation);
  });
