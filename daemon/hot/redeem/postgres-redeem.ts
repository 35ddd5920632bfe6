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
import { lockCodes, lockGuesses } from './postgres-redeem-locks.ts';
import { SUBSCRIBED_SQL } from './redeem-rows.ts';

export async function postgresRedeem(
  client: pg.PoolClient,
  slot: number,
  items: readonly RedeemItem[],
  now: number,
): Promise<RedeemOutcome[]> {
  const codes = await lockCodes(client, items);
  await lockGuesses(client, items, codes, now);
  const { snapshot, subscribed } = await readSnapshot(client, items, codes, now);
  const { outcomes, effects } = decideRedeems(items, snapshot, now);
  await write(client, effects, slot, now);
  if (subscribed && effects.claims.length > 0) await tell(client, effects, codes, now);
  return outcomes;
}

// Claims are looked up one by one: before the table's first ANALYZE, Postgres estimates that 'released_at is null' is
// rare and would choose a join that reads all claims.
const READ_SNAPSHOT = `
  select
    (select json_agg(json_build_array(x.u, x.b, k.claim_id))
       from unnest($1::text[], $2::bigint[]) as x(u, b) cross join lateral (
         select v.claim_id from claims v where v.user_id = x.u and v.base_code_id = x.b and v.released_at is null
         limit 1) k) as claims,
    (select json_agg(json_build_array(l.user_id, l.creator_id)) from links l where l.user_id = any($3::text[])) as links,
    (select json_agg(json_build_array(x.f, x.u, g.created_at) order by g.created_at)
       from unnest($4::bigint[], $5::text[]) as x(f, u) cross join lateral (
         select t.created_at from refused_tries t where t.user_id = x.u and t.family_id = x.f and t.created_at > $6
           and t.created_at < $6::bigint + ${2 * GUESS_WINDOW_MS}
           and t.reason = 'code_not_found' order by t.created_at desc limit ${GUESS_LIMIT}) g) as guesses,
    (select json_agg(json_build_array(i.family_id, i.idempotency_key, i.request_hash, i.status, i.body))
       from unnest($7::bigint[], $8::text[]) as x(f, k)
       join idempotency_keys i on i.family_id = x.f and i.idempotency_key = x.k) as kept,
    array(select nextval('claims_claim_id_seq') from generate_series(1, $9::int)) as ids,
    ${SUBSCRIBED_SQL} as subscribed`;

interface SnapshotRow {
  claims: [string, number, number][] | null;
  links: [string, string][] | null;
  guesses: [number, string, number][] | null;
  kept: [number, string, string, number, string][] | null;
  ids: (string | number)[];
  subscribed: boolean;
}

async function readSnapshot(
  client: pg.PoolClient,
  items: readonly RedeemItem[],
  codes: RedeemSnapshot['codes'],
  now: number,
): Promise<{ snapshot: RedeemSnapshot; subscribed: boolean }> {
  const asked = items.flatMap((item) => codes.get(item.norm)?.base.codeId ?? []);
  const askers = items.filter((item) => codes.has(item.norm)).map((item) => item.userId);
  const guessers = new Map(items.map((item) => [guessKey(item.familyId, item.userId), item]));
  const keyed = items.flatMap(({ familyId, idempotency }) => (idempotency ? [{ familyId, key: idempotency.key }] : []));
  const { rows } = await client.query<SnapshotRow>({
    name: 'redeem_snapshot',
    text: READ_SNAPSHOT,
    values: [
      askers,
      asked,
      [...new Set(askers)],
      [...guessers.values()].map((item) => item.familyId),
      [...guessers.values()].map((item) => item.userId),
      now - GUESS_WINDOW_MS,
      keyed.map((item) => item.familyId),
      keyed.map((item) => item.key),
      asked.length,
    ],
  });
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
      row.kept?.map(([familyId, key, requestHash, status, body]) => [
        idempotencyKey(familyId, key),
        { requestHash, status, body },
      ]),
    ),
    nextClaimId: () => ids.shift() as number,
  };
  return { snapshot, subscribed: row.subscribed };
}

// One statement writes the whole batch. Each set is sorted by its key, so that concurrent batches lock rows in the same
// order.
const WRITE = `
  with used as (
    update codes set used = used + x.n from unnest($1::bigint[], $2::bigint[]) as x(id, n) where code_id = x.id),
  claimed as (
    insert into claims (claim_id, user_id, code_id, base_code_id, linked, key_id, created_at)
    select i, u, c, b, l, k, $3 from unnest($4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bool[], $9::bigint[])
      as x(i, u, c, b, l, k)),
  linked as (
    insert into links (user_id, creator_id, claim_id, created_at)
    select u, r, i, $3 from unnest($10::text[], $11::text[], $12::bigint[]) as x(u, r, i)),
  kept as (
    insert into idempotency_keys (family_id, idempotency_key, request_hash, status, body, created_at)
    select f, k, h, s, b, $3 from unnest($13::bigint[], $14::text[], $15::text[], $16::int[], $17::text[]) as x(f, k, h, s, b)),
  tried as (
    insert into refused_tries (user_id, code, reason, family_id, is_validate, created_at)
    select u, c, r, f, v, $3
      from unnest($18::text[], $19::text[], $20::text[], $21::bigint[], $30::bool[]) as x(u, c, r, f, v)),
  totals as (
    insert into code_counters (code_id, terms_id, game_id, slot, claims, payments, revenue, refunds)
    select c, 0, g, $24::int, n, 0, 0, 0 from unnest($22::bigint[], $28::text[], $23::bigint[]) as x(c, g, n)
    on conflict (code_id, terms_id, game_id, slot) do update set claims = code_counters.claims + excluded.claims),
  series as (
    insert into campaign_hours (campaign_id, hour, game_id, slot, claims, payments, revenue, refunds, creator_revenue)
    select p, $25, g, $24::int, n, 0, 0, 0, 0 from unnest($26::bigint[], $29::text[], $27::bigint[]) as x(p, g, n)
    on conflict (campaign_id, hour, game_id, slot) do update set claims = campaign_hours.claims + excluded.claims)
  insert into code_hours (code_id, hour, game_id, slot, claims, payments, revenue, refunds)
  select c, $25, g, $24::int, n, 0, 0, 0 from unnest($22::bigint[], $28::text[], $23::bigint[]) as x(c, g, n)
  on conflict (code_id, hour, game_id, slot) do update set claims = code_hours.claims + excluded.claims`;

async function write(client: pg.PoolClient, effects: RedeemEffects, slot: number, now: number) {
  const uses = [...effects.uses].sort(([a], [b]) => a - b);
  const counts = [...effects.counts.values()].sort(byIdAndGame);
  const series = [...effects.campaignCounts.values()].sort(byIdAndGame);
  const claims = effects.claims.sort((a, b) => compare(a.userId, b.userId) || a.baseCodeId - b.baseCodeId);
  const links = effects.links.sort((a, b) => compare(a.userId, b.userId));
  const kept = effects.kept.sort((a, b) => a.familyId - b.familyId || compare(a.key, b.key));
  const { tries } = effects;
  if (claims.length + kept.length + tries.length === 0) return;
  await client.query({
    name: 'redeem_write',
    text: WRITE,
    values: [
      uses.map(([id]) => id),
      uses.map(([, n]) => n),
      now,
      claims.map((c) => c.claimId),
      claims.map((c) => c.userId),
      claims.map((c) => c.codeId),
      claims.map((c) => c.baseCodeId),
      claims.map((c) => c.linked),
      claims.map((c) => c.keyId),
      links.map((l) => l.userId),
      links.map((l) => l.creatorId),
      links.map((l) => l.claimId),
      kept.map((k) => k.familyId),
      kept.map((k) => k.key),
      kept.map((k) => k.requestHash),
      kept.map((k) => k.status),
      kept.map((k) => k.body),
      tries.map((t) => t.userId),
      tries.map((t) => t.code),
      tries.map((t) => t.reason),
      tries.map((t) => t.familyId),
      counts.map(({ id }) => id),
      counts.map(({ claims }) => claims),
      slot,
      startOfQuarter(now),
      series.map(({ id }) => id),
      series.map(({ claims }) => claims),
      counts.map(({ gameId }) => gameId),
      series.map(({ gameId }) => gameId),
      tries.map((t) => t.isValidate),
    ],
  });
}

const byIdAndGame = (a: ClaimCount, b: ClaimCount) => a.id - b.id || compare(a.gameId, b.gameId);

const TELL = `
  insert into outbox (message_id, event_type, body, created_at, due_at)
  select m, '${SUCCESS_TYPE}', b, $3, $3 from unnest($1::text[], $2::text[]) as x(m, b)`;

/** Writes the claims' outbox messages in the batch's transaction, if an endpoint is subscribed to them. */
async function tell(client: pg.PoolClient, { claims }: RedeemEffects, codes: RedeemSnapshot['codes'], now: number) {
  const messages = successMessages(claims, codes.values(), now);
  const values = [messages.map(({ messageId }) => messageId), messages.map(({ body }) => body), now];
  await client.query({ name: 'redeem_tell', text: TELL, values });
}
