import type BetterSqlite3 from 'better-sqlite3';
import { decideRedeems, GUESS_LIMIT, GUESS_WINDOW_MS } from '../../domain/redeem/decide-redeems.ts';
import { LOW_STOCK_TYPE, lowStockMessages, poolNeeds } from '../../domain/redeem/pool-stock.ts';
import {
  claimKey,
  guessKey,
  idempotencyKey,
  type KeptResponse,
  type PoolView,
  type RedeemEffects,
  type RedeemItem,
  type RedeemOutcome,
  type RedeemSnapshot,
} from '../../domain/redeem/redeem-batch.ts';
import { SUCCESS_TYPE, successMessages } from '../../domain/redeem/redemption-messages.ts';
import { idsFrom } from '../ids-from.ts';
import type { CounterWriter } from '../sqlite-counters.ts';
import { prepareInserts } from '../sqlite-rows.ts';
import { CODE_VIEWS_AS_JSON, type CodeViewRow, codeView, subscribedSql } from './redeem-rows.ts';

const NO_MONEY = { payments: 0, revenue: 0n, refunds: 0n };

export function createSqliteRedeem(db: BetterSqlite3.Database, count: CounterWriter) {
  const read = createReader(db);
  const write = createWriter(db, count);
  const tell = createMessageWriter(db);
  return (items: readonly RedeemItem[], now: number): RedeemOutcome[] => {
    const snapshot = read(items, now);
    const { outcomes, effects } = decideRedeems(items, snapshot, now);
    write(effects, now);
    if (effects.claims.length > 0) tell(effects, snapshot, now);
    return outcomes;
  };
}

/**
 * Prepares the read statements. Most of them read data for a whole batch, whose codes, users or keys they receive as a
 * JSON array.
 */
function prepareReads(db: BetterSqlite3.Database) {
  const codes = db.prepare<[string], string>(CODE_VIEWS_AS_JSON).pluck();
  const claims = db.prepare<[string, string], { userId: string; baseCodeId: number; claimId: number }>(
    `select k.user_id as userId, k.base_code_id as baseCodeId, k.claim_id as claimId
       from json_each(?) asked cross join claims k on k.user_id = asked.value and k.released_at is null
        and k.base_code_id in (select value from json_each(?))`,
  );
  const links = db.prepare<[string], { userId: string; creatorId: string }>(
    `select l.user_id as userId, l.creator_id as creatorId
       from json_each(?) asked cross join links l on l.user_id = asked.value`,
  );
  const guessers = db
    .prepare<[string, number, number], string>(
      `select asked.value from json_each(?) asked where exists (select 1 from refused_tries t
         where t.user_id = asked.value and t.created_at > ? and t.created_at < ? and t.reason = 'code_not_found')`,
    )
    .pluck();
  const guesses = db
    .prepare<[string, number, number, number], number>(
      `select created_at from refused_tries where user_id = ? and family_id = ? and created_at > ? and created_at < ?
         and reason = 'code_not_found' order by created_at desc limit ${GUESS_LIMIT}`,
    )
    .pluck();
  const kept = db.prepare<[string], { familyId: number; key: string } & Kept>(
    `select i.family_id as familyId, i.idempotency_key as key, i.request_hash as requestHash, i.status, i.body,
            i.pool_key_id as poolKeyId
       from json_each(?) asked cross join idempotency_keys i
         on i.family_id = asked.value ->> 0 and i.idempotency_key = asked.value ->> 1`,
  );
  const pool = db.prepare<[number], Omit<PoolView, 'keys'>>(
    `select pool_id as poolId, name, low_stock as lowStock, keys_left as keysLeft from key_pools where pool_id = ?`,
  );
  const keys = db.prepare<[number, number], PoolView['keys'][number]>(
    `select key_id as keyId, sealed from pool_keys where pool_id = ? and used_at is null order by key_id limit ?`,
  );
  const lastClaim = db.prepare<[], number>('select coalesce(max(claim_id), 0) from claims').pluck();
  return { codes, claims, links, guessers, guesses, kept, pool, keys, lastClaim };
}

type Kept = KeptResponse & { requestHash: string };

function createReader(db: BetterSqlite3.Database) {
  const reads = prepareReads(db);
  return (items: readonly RedeemItem[], now: number): RedeemSnapshot => {
    const snapshot: RedeemSnapshot = {
      codes: new Map(),
      claims: new Map(),
      links: new Map(),
      guesses: new Map(),
      kept: new Map(),
      pools: new Map(),
      nextClaimId: idsFrom((reads.lastClaim.get() ?? 0) + 1),
    };
    const norms = JSON.stringify([...new Set(items.map(({ norm }) => norm))]);
    const rows: CodeViewRow[] = JSON.parse(reads.codes.get(norms) ?? '[]');
    for (const row of rows) snapshot.codes.set(row.code_norm, codeView(row));
    for (const { poolId, count } of poolNeeds(items, snapshot.codes)) {
      const pool = reads.pool.get(poolId);
      if (pool) snapshot.pools.set(poolId, { ...pool, keys: reads.keys.all(poolId, count) });
    }
    const users = JSON.stringify([...new Set(items.map(({ userId }) => userId))]);
    const bases = JSON.stringify([...new Set([...snapshot.codes.values()].map(({ base }) => base.codeId))]);
    for (const { userId, baseCodeId, claimId } of reads.claims.all(users, bases))
      snapshot.claims.set(claimKey(userId, baseCodeId), claimId);
    for (const { userId, creatorId } of reads.links.all(users)) snapshot.links.set(userId, creatorId);
    const [from, to] = [now - GUESS_WINDOW_MS, now + GUESS_WINDOW_MS];
    const guessers = new Set(reads.guessers.all(users, from, to));
    for (const { userId, familyId } of items) {
      if (!guessers.has(userId) || snapshot.guesses.has(guessKey(familyId, userId))) continue;
      const found = reads.guesses.all(userId, familyId, from, to);
      snapshot.guesses.set(guessKey(familyId, userId), found.reverse());
    }
    const keys = items.flatMap(({ familyId, idempotency }) => (idempotency ? [[familyId, idempotency.key]] : []));
    if (keys.length > 0)
      for (const { familyId, key, ...row } of reads.kept.all(JSON.stringify(keys)))
        snapshot.kept.set(idempotencyKey(familyId, key), row);
    return snapshot;
  };
}

/**
 * Creates a function that writes the outbox messages about claims and low stock in the batch's transaction. The outbox
 * worker sends them later.
 */
function createMessageWriter(db: BetterSqlite3.Database) {
  const subscribed = db.prepare<[], number>(`select ${subscribedSql(SUCCESS_TYPE)}`).pluck();
  const subscribedToLow = db.prepare<[], number>(`select ${subscribedSql(LOW_STOCK_TYPE)}`).pluck();
  const insert = db.prepare(
    'insert into outbox (message_id, event_type, body, traceparent, created_at, due_at) values (?, ?, ?, ?, ?, ?)',
  );
  return ({ claims, keysTaken }: RedeemEffects, snapshot: RedeemSnapshot, now: number) => {
    const low = lowStockMessages(snapshot.pools, keysTaken, now);
    if (low.length > 0 && subscribedToLow.get())
      for (const { messageId, body } of low) insert.run(messageId, LOW_STOCK_TYPE, body, null, now, now);
    if (!subscribed.get()) return;
    for (const { messageId, body, traceparent } of successMessages(claims, snapshot, now))
      insert.run(messageId, SUCCESS_TYPE, body, traceparent, now, now);
  };
}

function createWriter(db: BetterSqlite3.Database, count: CounterWriter) {
  const insertClaims = prepareInserts<RedeemEffects['claims'][number]>(db, 'claims', {
    claim_id: ({ claimId }) => claimId,
    user_id: ({ userId }) => userId,
    code_id: ({ codeId }) => codeId,
    base_code_id: ({ baseCodeId }) => baseCodeId,
    linked: ({ linked }) => (linked ? 1 : 0),
    key_id: ({ keyId }) => keyId,
    created_at: (_, now) => now,
  });
  const insertLinks = prepareInserts<RedeemEffects['links'][number]>(db, 'links', {
    user_id: ({ userId }) => userId,
    creator_id: ({ creatorId }) => creatorId,
    claim_id: ({ claimId }) => claimId,
    created_at: (_, now) => now,
  });
  const use = db.prepare('update codes set used = used + ? where code_id = ?');
  const insertTry = db.prepare(
    'insert into refused_tries (user_id, code, reason, attribute, is_validate, family_id, created_at) values (?, ?, ?, ?, ?, ?, ?)',
  );
  const keep = db.prepare(
    'insert into idempotency_keys (family_id, idempotency_key, request_hash, status, body, pool_key_id, created_at) values (?, ?, ?, ?, ?, ?, ?)',
  );
  const takeKey = db.prepare('update pool_keys set claim_id = ?, used_at = ? where key_id = ?');
  const takeFrom = db.prepare('update key_pools set keys_left = keys_left - ? where pool_id = ?');
  return (effects: RedeemEffects, now: number) => {
    for (const [codeId, uses] of effects.uses) use.run(uses, codeId);
    insertClaims(effects.claims, now);
    insertLinks(effects.links, now);
    for (const row of effects.kept)
      keep.run(row.familyId, row.key, row.requestHash, row.status, row.body, row.poolKeyId, now);
    for (const { keyId, claimId } of effects.keys) takeKey.run(claimId, now, keyId);
    for (const [poolId, keys] of effects.keysTaken) takeFrom.run(keys, poolId);
    for (const { userId, code, reason, attribute, isValidate, familyId } of effects.tries)
      insertTry.run(userId, code, reason, attribute, isValidate ? 1 : 0, familyId, now);
    for (const { id, gameId, claims } of effects.counts.values())
      count.code({ codeId: id, termsId: 0, gameId, claims, ...NO_MONEY }, now);
    for (const { id, gameId, claims } of effects.campaignCounts.values())
      count.campaign({ campaignId: id, gameId, claims, ...NO_MONEY, creatorRevenue: 0n }, now);
  };
}
