import type pg from 'pg';
import { decideRedeems, GUESS_LIMIT, GUESS_WINDOW_MS } from '../../domain/redeem/decide-redeems.ts';
import {
  type ClaimCount,
  claimKey,
  guessKey,
  idempotencyKey,
  type RedeemEffects,
  type RedeemItem,
  type RedeemOutcome,
  type RedeemSnapshot,
} from '../../domain/redeem/redeem-batch.ts';
import { SUCCESS_TYPE, successMessages } from '../../domain/redeem/redemption-messages.ts';
import { startOfQuarter } from '../../lib/clock.ts';
import { compare } from '../../lib/compare.ts';
import { prepareQuery } from '../prepare-query.ts';
import { lockPools, takeKeys } from './postgres-key-pools.ts';
import { lockCodes, lockGuesses } from './postgres-redeem-locks.ts';
import { subscribedSql } from './redeem-rows.ts';

/**
 * Postgres plans the redeem statements once per connection, because planning would take half of the time of each batch.
 * Every join finds a few rows by an index, so a plan made while the tables were empty is still good.
 */
export const PLANNED_ONCE = ['plan_cache_mode = force_generic_plan', 'enable_seqscan = off', 'enable_hashjoin = off'];

export async function postgresRedeem(
  client: pg.PoolClient,
  slot: number,
  items: readonly RedeemItem[],
  now: number,
): Promise<RedeemOutcome[]> {
  const codes = await lockCodes(client, items);
  await lockGuesses(client, items, codes, now);
  const { snapshot, subscribed } = await readSnapshot(client, items, codes, now);
  snapshot.pools = await lockPools(client, items, codes);
  const { outcomes, effects } = decideRedeems(items, snapshot, now);
  await write(client, effects, slot, now);
  if (effects.keys.length > 0) await takeKeys(client, effects, snapshot.pools, now);
  if (subscribed && effects.claims.length > 0) await writeMessages(client, effects, snapshot, now);
  return outcomes;
}

// Claims are looked up one by one: before the table's first ANALYZE, Postgres estimates that 'released_at is null' is
// rare and would choose a join that reads all claims.
const snapshotQuery = prepareQuery(
  'redeem_snapshot',
  `select
    (select json_agg(json_build_array(x.u, x.b, k.claim_id))
       from unnest({asked.userId}::text[], {asked.baseCodeId}::bigint[]) as x(u, b) cross join lateral (
         select v.claim_id from claims v where v.user_id = x.u and v.base_code_id = x.b and v.released_at is null
         limit 1) k) as claims,
    (select json_agg(json_build_array(l.user_id, l.creator_id))
       from links l where l.user_id = any({askers}::text[])) as links,
    (select json_agg(json_build_array(x.f, x.u, g.created_at) order by g.created_at)
       from unnest({guessers.familyId}::bigint[], {guessers.userId}::text[]) as x(f, u) cross join lateral (
         select t.created_at from refused_tries t where t.user_id = x.u and t.family_id = x.f and t.created_at > {after}
           and t.created_at < {after}::bigint + ${2 * GUESS_WINDOW_MS}
           and t.reason = 'code_not_found' order by t.created_at desc limit ${GUESS_LIMIT}) g) as guesses,
    (select json_agg(json_build_array(i.family_id, i.idempotency_key, i.request_hash, i.status, i.body,
        i.pool_key_id))
       from unnest({keyed.familyId}::bigint[], {keyed.key}::text[]) as x(f, k)
       join idempotency_keys i on i.family_id = x.f and i.idempotency_key = x.k) as kept,
    array(select nextval('claims_claim_id_seq') from generate_series(1, {idCount}::int)) as ids,
    ${subscribedSql(SUCCESS_TYPE)} as subscribed`,
);

interface SnapshotRow {
  claims: [string, number, number][] | null;
  links: [string, string][] | null;
  guesses: [number, string, number][] | null;
  kept: [number, string, string, number, string, number | null][] | null;
  ids: (string | number)[];
  subscribed: boolean;
}

async function readSnapshot(
  client: pg.PoolClient,
  items: readonly RedeemItem[],
  codes: RedeemSnapshot['codes'],
  now: number,
): Promise<{ snapshot: RedeemSnapshot; subscribed: boolean }> {
  const asked = items.flatMap(({ norm, userId }) => {
    const code = codes.get(norm);
    return code ? [{ userId, baseCodeId: code.base.codeId }] : [];
  });
  const guessers = new Map(items.map((item) => [guessKey(item.familyId, item.userId), item]));
  const keyed = items.flatMap(({ familyId, idempotency }) => (idempotency ? [{ familyId, key: idempotency.key }] : []));
  const { rows } = await client.query<SnapshotRow>(
    snapshotQuery({
      asked,
      askers: [...new Set(asked.map(({ userId }) => userId))],
      guessers: [...guessers.values()],
      after: now - GUESS_WINDOW_MS,
      keyed,
      idCount: asked.length,
    }),
  );
  const row = rows[0] as SnapshotRow;
  const ids = row.ids.map(Number);
  const guesses = new Map<string, number[]>();
  for (const [familyId, userId, at] of row.guesses ?? []) {
    const key = guessKey(familyId, userId);
    guesses.set(key, [...(guesses.get(key) ?? []), at]);
  }
  const snapshot = {
    codes,
    claims: new Map(row.claims?.map(([userId, base, claimId]) => [claimKey(userId, base), claimId])),
    links: new Map(row.links),
    guesses,
    kept: new Map(
      row.kept?.map(([familyId, key, requestHash, status, body, poolKeyId]) => [
        idempotencyKey(familyId, key),
        { requestHash, status, body, poolKeyId },
      ]),
    ),
    pools: new Map(),
    nextClaimId: () => ids.shift() as number,
  };
  return { snapshot, subscribed: row.subscribed };
}

// One statement writes the whole batch. Each set is sorted by its key, so that concurrent batches lock rows in the same
// order.
const writeQuery = prepareQuery(
  'redeem_write',
  `with used as (
    update codes set used = used + x.n
      from unnest({uses.codeId}::bigint[], {uses.n}::bigint[]) as x(id, n) where code_id = x.id),
  claimed as (
    insert into claims (claim_id, user_id, code_id, base_code_id, linked, key_id, created_at)
    select x.*, {now} from unnest({claims.claimId}::bigint[], {claims.userId}::text[], {claims.codeId}::bigint[],
      {claims.baseCodeId}::bigint[], {claims.linked}::bool[], {claims.keyId}::bigint[]) as x),
  linked as (
    insert into links (user_id, creator_id, claim_id, created_at)
    select x.*, {now} from unnest({links.userId}::text[], {links.creatorId}::text[], {links.claimId}::bigint[]) as x),
  kept as (
    insert into idempotency_keys (family_id, idempotency_key, request_hash, status, body, pool_key_id, created_at)
    select x.*, {now} from unnest({kept.familyId}::bigint[], {kept.key}::text[], {kept.requestHash}::text[],
      {kept.status}::int[], {kept.body}::text[], {kept.poolKeyId}::bigint[]) as x),
  tried as (
    insert into refused_tries (user_id, code, reason, attribute, family_id, is_validate, created_at)
    select x.*, {now} from unnest({tries.userId}::text[], {tries.code}::text[], {tries.reason}::text[],
      {tries.attribute}::text[], {tries.familyId}::bigint[], {tries.isValidate}::bool[]) as x),
  totals as (
    insert into code_counters (code_id, game_id, claims, terms_id, slot, payments, revenue, refunds)
    select x.*, 0, {slot}::int, 0, 0, 0
      from unnest({counts.id}::bigint[], {counts.gameId}::text[], {counts.claims}::bigint[]) as x
    on conflict (code_id, terms_id, game_id, slot) do update set claims = code_counters.claims + excluded.claims),
  series as (
    insert into campaign_hours (campaign_id, game_id, claims, hour, slot, payments, revenue, refunds, creator_revenue)
    select x.*, {hour}, {slot}::int, 0, 0, 0, 0
      from unnest({series.id}::bigint[], {series.gameId}::text[], {series.claims}::bigint[]) as x
    on conflict (campaign_id, hour, game_id, slot) do update set claims = campaign_hours.claims + excluded.claims)
  insert into code_hours (code_id, game_id, claims, hour, slot, payments, revenue, refunds)
  select x.*, {hour}, {slot}::int, 0, 0, 0
    from unnest({counts.id}::bigint[], {counts.gameId}::text[], {counts.claims}::bigint[]) as x
  on conflict (code_id, hour, game_id, slot) do update set claims = code_hours.claims + excluded.claims`,
);

async function write(client: pg.PoolClient, effects: RedeemEffects, slot: number, now: number) {
  const uses = [...effects.uses].map(([codeId, n]) => ({ codeId, n })).sort((a, b) => a.codeId - b.codeId);
  const counts = [...effects.counts.values()].sort(byIdAndGame);
  const series = [...effects.campaignCounts.values()].sort(byIdAndGame);
  const claims = effects.claims.sort((a, b) => compare(a.userId, b.userId) || a.baseCodeId - b.baseCodeId);
  const links = effects.links.sort((a, b) => compare(a.userId, b.userId));
  const kept = effects.kept.sort((a, b) => a.familyId - b.familyId || compare(a.key, b.key));
  const { tries } = effects;
  if (claims.length + kept.length + tries.length === 0) return;
  const hour = startOfQuarter(now);
  await client.query(writeQuery({ uses, claims, links, kept, tries, counts, series, slot, hour, now }));
}

const byIdAndGame = (a: ClaimCount, b: ClaimCount) => a.id - b.id || compare(a.gameId, b.gameId);

const tellQuery = prepareQuery(
  'redeem_tell',
  `insert into outbox (message_id, body, traceparent, event_type, created_at, due_at)
  select x.*, '${SUCCESS_TYPE}', {now}, {now}
    from unnest({messages.messageId}::text[], {messages.body}::text[], {messages.traceparent}::text[]) as x`,
);

/** Writes the messages about the claims to the outbox in the batch's transaction. */
async function writeMessages(client: pg.PoolClient, { claims }: RedeemEffects, snapshot: RedeemSnapshot, now: number) {
  await client.query(tellQuery({ messages: successMessages(claims, snapshot, now), now }));
}
