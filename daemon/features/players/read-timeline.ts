import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { TimelineKind } from '../../contract/timeline-kinds.ts';
import type { Database, Handle } from '../../db/database.ts';
import type { KeysetPage } from '../../db/query/keyset.ts';
import { codeTypeOf } from '../../domain/codes/code-kinds.ts';
import { isLanding } from '../../domain/events/landings.ts';
import type { Games } from '../../domain/games.ts';
import { paidOut } from '../../domain/payments/paid-out.ts';
import type { EventLog, EventPosition, EventRow } from '../../event-log/event-log.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import { formatAmount } from '../../lib/money.ts';
import { claimIdsBefore } from '../claims/claims-list-store.ts';
import { findClaims } from '../claims/claims-store.ts';
import { eventListOf } from '../sdk-events/event-figures.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { cursorOf, placeOfCursor } from './timeline-cursor.ts';
import { mergeSlices, type Place, type Slice, type Source, sliceOf, startIn } from './timeline-rules.ts';
import { listPaymentsBefore } from './timeline-store.ts';

type Claim = Awaited<ReturnType<typeof findClaims>>[number];
type Row = AnswerOf<Endpoints['listPlayerTimeline']>['data'][number];

/**
 * A query reads at most 20,000 events from the daemon's own database, so a page may need several queries to find any
 * event of the player.
 */
const MOST_QUERIES = 5;

export interface TimelineParts {
  db: Database;
  /** Where SDK events are stored, if not in the database. */
  eventLog: Pick<EventLog, 'list'> | null;
}

interface TimelineQuery {
  userId: string;
  /** Only rows of these games; null for all games. */
  games: Games;
  kind?: TimelineKind | undefined;
  cursor?: string | undefined;
  limit: number;
}
/** A query with the position after which the page starts. */
type PageQuery = Omit<TimelineQuery, 'cursor'> & { after: Place | null };

/**
 * Lists what is known about a player, newest first. For each page, it reads at most `limit + 1` matching rows from each
 * source.
 */
export async function readTimeline(
  { db, eventLog }: TimelineParts,
  { cursor, ...query }: TimelineQuery,
): Promise<KeysetPage<Row>> {
  const page = { ...query, after: cursor === undefined ? null : placeOfCursor(cursor) };
  const wants = (...kinds: TimelineKind[]) => query.kind === undefined || kinds.includes(query.kind);
  const slices = await db.read(async (handle) => [
    ...(wants('claim') ? [await readClaims(handle, page)] : []),
    ...(wants('payment') ? [await readPayments(handle, page)] : []),
  ]);
  if (wants('landing', 'event')) slices.push(await readEvents(eventListOf(db, eventLog), page));
  const { rows, next } = mergeSlices(slices, query.limit);
  return { data: rows, next_cursor: next && cursorOf(next) };
}

/** Returns the position from which to continue reading claims or payments. */
function ledgerStart(source: Source, { games, after }: PageQuery) {
  const start = startIn(source, after);
  return { games, before: start && { at: start.at, id: Number(start.id) } };
}

async function readClaims(handle: Handle, query: PageQuery): Promise<Slice<Row>> {
  const { userId, limit } = query;
  const ids = await claimIdsBefore(handle, userId, ledgerStart('claim', query), limit + 1);
  const found = new Map((await findClaims(handle, ids)).map((claim) => [claim.claim_id, claim]));
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  return sliceOf(
    rows.map((claim) => ({
      place: { at: claim.created_at, source: 'claim', id: claim.claim_id },
      row: claimRow(claim),
    })),
    limit,
  );
}

const ofKind = (kind: TimelineKind) => ({ kind, event: null, claim: null, payment: null });

const claimRow = (claim: Claim): Row => ({
  ...ofKind('claim'),
  at: isoInstant(claim.created_at),
  id: String(claim.claim_id),
  game_id: null,
  claim: {
    code: claim.code,
    code_id: claim.code_id,
    code_type: codeTypeOf(claim.kind),
    main_code_id: claim.base_code_id,
    campaign_id: claim.campaign_id,
    campaign_name: claim.campaign_name,
    creator_id: claim.creator_id,
    creator_name: claim.creator_name,
    linked: claim.linked,
    report_status: claim.report_status,
    released_at: instantOrNull(claim.released_at),
  },
});

async function readPayments(handle: Handle, query: PageQuery): Promise<Slice<Row>> {
  const { userId, limit } = query;
  const payments = await listPaymentsBefore(handle, userId, ledgerStart('payment', query), limit + 1);
  const { currency, currency_digits } = await getOrganisation(handle);
  return sliceOf(
    payments.map(({ payment_id, received_at, game_id, amount, paid, created_at, transaction_id, refund_of }) => ({
      place: { at: received_at, source: 'payment', id: payment_id },
      row: {
        ...ofKind('payment'),
        at: isoInstant(received_at),
        id: String(payment_id),
        game_id,
        payment: {
          transaction_id,
          amount: { amount: formatAmount(amount, currency_digits), currency },
          paid: paidOut(paid),
          refund_of,
          created_at: isoInstant(created_at),
        },
      },
    })),
    limit,
  );
}

async function readEvents(
  listEvents: EventLog['list'],
  { userId, games, kind, after, limit }: PageQuery,
): Promise<Slice<Row>> {
  const filter = { user_id: userId, games, landings: kind === undefined ? undefined : kind === 'landing' };
  const start = startIn('event', after);
  let position: EventPosition | null = start && { created_at: start.at, event_id: String(start.id) };
  for (let queries = 1; ; queries += 1) {
    const { rows, next } = await listEvents(filter, position, limit);
    if (rows.length > 0 || next === null || queries === MOST_QUERIES)
      return {
        rows: rows.map((event) => ({ place: placeOf(event), row: eventRow(event) })),
        next: next && placeOf(next),
      };
    position = next;
  }
}

const placeOf = ({ created_at, event_id }: EventPosition): Place => ({ at: created_at, source: 'event', id: event_id });

function eventRow({ payload, ...event }: EventRow): Row {
  const { event_id, created_at, game_id, event_type, event_sub_type, session_id, anon_id, user_id, referral_link } =
    event;
  const { utms = null } = JSON.parse(payload) as { utms?: Record<string, unknown> | null };
  return {
    ...ofKind(isLanding(event) ? 'landing' : 'event'),
    at: isoInstant(created_at),
    id: event_id,
    game_id,
    event: { event_type, event_sub_type, session_id, anon_id, user_id, referral_link, utms },
  };
}
