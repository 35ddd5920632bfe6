import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Routes, StaffPrincipal } from '../../contract/route.ts';
import { withCurrent } from '../../contract/versions.ts';
import type { Database } from '../../db/database.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import { formatAmount } from '../../lib/money.ts';
import { changeCreator } from './change-creator.ts';
import { importCreators, previewCreators } from './import-creators.ts';
import { mayHandlePayouts, namesPayoutField } from './payout-access-rules.ts';
import { readCreatorFigures } from './read-creator-figures.ts';
import { type FiguredCreator, getCreator, listCreators } from './read-creators.ts';
import { readDetailChanges } from './read-payout-details.ts';

type CreatorRoutes = Pick<
  Routes,
  | 'listCreators'
  | 'getCreator'
  | 'getCreatorFigures'
  | 'getOwnFigures'
  | 'changeCreator'
  | 'importCreators'
  | 'listPayoutDetailChanges'
>;

export const creatorRoutes = ({ db }: { db: Database }): CreatorRoutes => ({
  listCreators: async ({ query, principal }) => {
    const page = await listCreators(db, { ...query, games: principal.games });
    return { ...page, data: page.data.map((row) => creatorOut(row, principal)) };
  },
  getCreator: async ({ params, principal }) =>
    creatorOut(await getCreator(db, params.creator_id, principal.games), principal),
  getCreatorFigures: ({ params, query, principal, now }) =>
    readCreatorFigures(db, { creatorId: params.creator_id, ...query, limit: principal.games }, now),
  getOwnFigures: ({ query, principal: { creatorId }, now }) =>
    readCreatorFigures(db, { creatorId, ...query, limit: null }, now),
  changeCreator: async ({ params, body, principal, now }) => {
    if (namesPayoutField(body) && !mayHandlePayouts(principal.role)) throw new AppError('forbidden');
    const read = async () => creatorOut(await getCreator(db, params.creator_id, null), principal);
    await withCurrent(changeCreator(db, principal.staffId, params.creator_id, body, now), read);
    return read();
  },
  importCreators: async ({ query, body, principal, now }) => {
    if (query.dry_run) return previewCreators(db, principal.role, body.csv);
    const { only_valid: onlyValid = false } = query;
    return importCreators(db, principal, body.csv, { onlyValid, now });
  },
  listPayoutDetailChanges: async ({ params }) => ({
    data: (await readDetailChanges(db, params.creator_id)).map((row) => ({ ...row, at: isoInstant(row.at) })),
  }),
});

const seesPayouts = ({ role, games }: StaffPrincipal) => mayHandlePayouts(role) && games === null;

const creatorOut = (
  { figures, merges, currency, ...row }: FiguredCreator,
  who: StaffPrincipal,
): AnswerOf<Endpoints['getCreator']> => ({
  creator_id: row.creator_id,
  display_name: row.display_name,
  email: row.email,
  commission_percent: row.fixed === null ? null : Number(row.fixed),
  status: row.status,
  payout_method: row.payout_method,
  payout_address: seesPayouts(who) ? row.payout_address : null,
  payout_name: seesPayouts(who) ? row.payout_name : null,
  has_payout_details: Boolean(row.payout_method?.trim() && row.payout_address?.trim()),
  payout_hold: row.payout_hold,
  tax_form:
    seesPayouts(who) && row.tax_form_status !== null
      ? { status: row.tax_form_status, expires_at: instantOrNull(row.tax_form_expires_at) }
      : null,
  number_of_codes: figures.codes,
  number_of_claims: figures.claims,
  total_revenue: { amount: formatAmount(figures.revenue, currency.digits), currency: currency.name },
  merged_into: merges.into && {
    creator_id: merges.into.creatorId,
    display_name: merges.into.name,
    merged_at: isoInstant(merges.into.at),
    can_undo: merges.into.canUndo,
  },
  merged_creators: merges.merged.map(({ creator_id, display_name }) => ({ creator_id, display_name })),
  created_at: isoInstant(row.created_at),
  version: row.version,
});
