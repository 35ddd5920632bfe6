import type BetterSqlite3 from 'better-sqlite3';
import {
  claimKey,
  decideRedeems,
  GUESS_LIMIT,
  GUESS_WINDOW_MS,
  guessKey,
  idempotencyKey,
  type RedeemEffects,
  type RedeemItem,
  type RedeemOutcome,
  type RedeemSnapshot,
} from '../../features/redemptions/redeem-rules.ts';
import { SUCCESS_TYPE, successMessages } from '../../features/redemptions/success-message-rules.ts';
import { idsFrom } from '../ids-from.ts';
import type { CounterWriter } from '../sqlite-counters.ts';
import { CODE_VIEW_SQL, type CodeViewRow, codeView, SUBSCRIBED_SQL } from './redeem-rows.ts';

const NO_MONEY = { payments: 0, revenue: 0n, refunds: 0n };

export function createSqliteRedeem(db: BetterSqlite3.Database, count: CounterWriter) {
  const read = createReader(db);
  const write = createWriter(db, count);
  const tell = createTeller(db);
  return (items: readonly RedeemItem[], now: number): RedeemOutcome[] => {
    const snapshot = read(items, now);
    const { outcomes, effects } = decideRedeems(items, snapshot, now);
    write(effects, now);
    if (effects.claims.length > 0) tell(effects.claims, snapshot.codes, now);
    return outcomes;
  };
}

function createReader(db: BetterSqlite3.Database) {
  const code = db.prepare<[string], CodeViewRow>(`${CODE_VIEW_SQL} where c.code_norm = ?`);
  const claim = db
    .prepare<[string, number], number>(
      'select claim_id from claims where user_id = ? and base_code_id = ? and released_at is null',
    )
    .pluck();
  const link = db.prepare<[string], string>('select creator_id from links where user_id = ?').pluck();
  const guesses = db
    .prepare<[string, number, number, number], number>(
      `select created_at from refused_tries where user_id = ? and family_id = ? and created_at > ? and created_at < ?
         and reason = 'code_not_found' order by created_at desc limit ${GUESS_LIMIT}`,
    )
    .pluck();
  const kept = db.prepare<[number, string], { requestHash: string; status: number; body: string }>(
    'select request_hash as requestHash, status, body from idempotency_keys where family_id = ? and idempotency_key = ?',
  );
  const lastClaim = db.prepare<[], number>('select coalesce(max(claim_id), 0) from claims').pluck();

  return (items: readonly RedeemItem[], now: number): RedeemSnapshot => {
    const snapshot: RedeemSnapshot = {
      codes: new Map(),
      claims: new Map(),
      links: new Map(),
      guesses: new Map(),
      kept: new Map(),
      nextClaimId: idsFrom((lastClaim.get() ?? 0) + 1),
    };
    const users = new Set<string>();
    for (const { norm, userId, familyId, idempotency } of items) {
      if (!snapshot.codes.has(norm)) {
        const row = code.get(norm);
        if (row) snapshot.codes.set(norm, codeView(row));
      }
      const view = snapshot.codes.get(norm);
      const claimed = view && claim.get(userId, view.base.codeId);
      if (view && claimed !== undefined) snapshot.claims.set(claimKey(userId, view.base.codeId), claimed);
      const guessed = guessKey(familyId, userId);
      if (!snapshot.guesses.has(guessed)) {
        const found = guesses.all(userId, familyId, now - GUESS_WINDOW_MS, now + GUESS_WINDOW_MS);
        snapshot.guesses.set(guessed, found.reverse());
      }
      if (!users.has(userId)) {
        users.add(userId);
        const creatorId = link.get(userId);
        if (creatorId !== undefined) snapshot.links.set(userId, creatorId);
      }
      const row = idempotency && kept.get(familyId, idempotency.key);
      if (row) snapshot.kept.set(idempotencyKey(familyId, idempotency.key), row);
    }
    return snapshot;
  };
}

/** Writes the outbox messages of the claims in the batch's transaction; the outbox worker sends them later. */
function createTeller(db: BetterSqlite3.Database) {
  const subscribed = db.prepare<[], number>(`select ${SUBSCRIBED_SQL}`).pluck();
  const insert = db.prepare(
    'insert into outbox (message_id, event_type, body, created_at, due_at) values (?, ?, ?, ?, ?)',
  );
  return (claims: RedeemEffects['claims'], codes: RedeemSnapshot['codes'], now: number) => {
    if (!subscribed.get()) return;
    for (const { messageId, body } of successMessages(claims, codes.values(), now))
      insert.run(messageId, SUCCESS_TYPE, body, now, now);
  };
}

function createWriter(db: BetterSqlite3.Database, count: CounterWriter) {
  const insertClaim = db.prepare(
    'insert into claims (claim_id, user_id, code_id, base_code_id, linked, key_id, created_at) values (?, ?, ?, ?, ?, ?, ?)',
  );
  const insertLink = db.prepare('insert into links (user_id, creator_id, claim_id, created_at) values (?, ?, ?, ?)');
  const use = db.prepare('update codes set used = used + ? where code_id = ?');
  const insertTry = db.prepare(
    'insert into refused_tries (user_id, code, reason, is_validate, family_id, created_at) values (?, ?, ?, ?, ?, ?)',
  );
  const keep = db.prepare(
    'insert into idempotency_keys (family_id, idempotency_key, request_hash, status, body, created_at) values (?, ?, ?, ?, ?, ?)',
  );
  return (effects: RedeemEffects, now: number) => {
    for (const [codeId, uses] of effects.uses) use.run(uses, codeId);
    for (const { claimId, userId, codeId, baseCodeId, linked, keyId } of effects.claims)
      insertClaim.run(claimId, userId, codeId, baseCodeId, linked ? 1 : 0, keyId, now);
    for (const { userId, creatorId, claimId } of effects.links) insertLink.run(userId, creatorId, claimId, now);
    for (const row of effects.kept) keep.run(row.familyId, row.key, row.requestHash, row.status, row.body, now);
    for (const { userId, code, reason, isValidate, familyId } of effects.tries)
      insertTry.run(userId, code, reason, isValidate ? 1 : 0, familyId, now);
    for (const { id, gameId, claims } of effects.counts.values())
      count.code({ codeId: id, termsId: 0, gameId, claims, ...NO_MONEY }, now);
    for (const { id, gameId, claims } of effects.campaignCounts.values())
      count.campaign({ campaignId: id, gameId, claims, ...NO_MONEY, creatorRevenue: 0n }, now);
  };
}
