import BetterSqlite3 from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import type { Database } from '../../../daemon/db/database.ts';
import { dialectOf, openDatabase } from '../../../daemon/db/open.ts';
import { findFileSecret } from '../../../daemon/db/secret/secret-file.ts';
import { findSecretKeys } from '../../../daemon/db/secret/secret-key.ts';
import { seedOrganisation } from '../../../daemon/db/seed.ts';
import { sqliteFile } from '../../../daemon/db/sqlite/sqlite-connection.ts';
import { keepStatements, runSql as runStatement } from '../../../daemon/db/sqlite/sqlite-statements.ts';
import * as tables from '../../../daemon/db/sqlite/sqlite-tables.ts';
import { UNKNOWN_KEY } from '../../../daemon/features/audit/audit-chain-rules.ts';
import type { PaymentEvent, PaymentRequestItem } from '../../../daemon/features/payments/payment-rules.ts';
import type { RedeemItem, RedeemOutcome } from '../../../daemon/features/redemptions/redeem-rules.ts';
import { verifyAudit } from '../../../daemon/features/verify/verify-audit.ts';
import { verifyFigures } from '../../../daemon/features/verify/verify-figures.ts';
import { type SecretKey, secretKeyOf } from '../../../daemon/lib/keyed.ts';
import { runSql } from '../world/sql.ts';

/** The instant tests of the stores take for now. */
export const NOW = Date.UTC(2026, 5, 1, 12);

export interface CodeSpec {
  code: string;
  kind?: 'redeem' | 'referral' | 'creator';
  baseCodeId?: number;
  creatorId?: string;
  usageLimit?: number | null;
  creatorUsageLimit?: number | null;
}

/** Puts a running campaign into an empty database. @returns its id */
export async function makeCampaign(db: Database, percent = 10): Promise<number> {
  await seedOrganisation(db, NOW);
  return db.write(async ({ db: tx, t }) => {
    const [terms] = await tx
      .insert(t.commission_terms)
      .values({ kind: 'fixed', content: String(percent), created_at: NOW })
      .onConflictDoUpdate({ target: [t.commission_terms.kind, t.commission_terms.content], set: { created_at: NOW } })
      .returning();
    const [campaign] = await tx
      .insert(t.campaigns)
      .values({
        name: 'Summer',
        starts_at: NOW - 1000,
        ends_at: NOW + 1_000_000,
        stage: 'published',
        terms_id: terms?.terms_id ?? null,
        notes: '',
        settlement_no: 1,
        created_at: NOW,
        updated_at: NOW,
      })
      .returning();
    return campaign?.campaign_id as number;
  });
}

/** Adds a code, and its creator where it has one. @returns the code's id */
export function makeCode(db: Database, campaignId: number, spec: CodeSpec): Promise<number> {
  return db.write(async ({ db: tx, t }) => {
    if (spec.creatorId)
      await tx
        .insert(t.creators)
        .values({ creator_id: spec.creatorId, status: 'active', created_at: NOW, updated_at: NOW })
        .onConflictDoNothing();
    const [row] = await tx
      .insert(t.codes)
      .values({
        campaign_id: campaignId,
        kind: spec.kind ?? 'redeem',
        code: spec.code,
        code_norm: spec.code,
        name: spec.code,
        root_url: 'https://game.example/redeem',
        usage_limit: spec.usageLimit ?? null,
        creator_usage_limit: spec.creatorUsageLimit ?? null,
        used: 0,
        active: true,
        rewards_json: '{"gold":1}',
        base_code_id: spec.baseCodeId ?? null,
        creator_id: spec.creatorId ?? null,
        status: 'approved',
        created_at: NOW,
        updated_at: NOW,
      })
      .returning();
    return row?.code_id as number;
  });
}

export const redeemItem = (userId: string, code: string, change: Partial<RedeemItem> = {}): RedeemItem => ({
  mode: 'redeem',
  userId,
  typed: code,
  norm: code,
  keyId: 1,
  familyId: 1,
  gameId: '',
  requestId: 'test',
  ...change,
});

export const payment = (userId: string, amount: number | bigint, change: Partial<PaymentEvent> = {}): PaymentEvent => ({
  gameId: 'game',
  transactionId: null,
  userId,
  amount: BigInt(amount),
  refundOf: null,
  createdAt: NOW + 1,
  ...change,
});

export const paymentRequest = (
  events: PaymentEvent[],
  change: Partial<PaymentRequestItem> = {},
): PaymentRequestItem => ({
  familyId: 1,
  requestId: null,
  requestHash: 'hash',
  currency: 'USD',
  currencyDigits: 2,
  events,
  ...change,
});

/** `ok`, `replay`, or the refusal's code. */
export const resultOf = (outcome: RedeemOutcome | undefined) =>
  !outcome ? 'none' : 'replay' in outcome ? 'replay' : outcome.ok ? 'ok' : outcome.problem.code;

/** Every difference between counters and rows, as text; a clean book has none. */
export const faultsIn = async (db: Pick<Database, 'readSnapshot'>) =>
  (await verifyFigures(db as Database)).map((d) => `${d.table} ${d.key}: ${d.stored} instead of ${d.computed}`);

/** What is wrong with the audit log; rows signed with a key that only their test knows are passed over. */
const auditFaults = async (db: Pick<Database, 'readSnapshot'>, keys: SecretKey[]) =>
  (await verifyAudit(db, keys))
    .filter(({ computed }) => computed !== UNKNOWN_KEY)
    .map((d) => `${d.table} ${d.key}: ${d.stored} instead of ${d.computed}`);

/** Throws where the books of a database do not balance (A6) or its audit log was cut. One never migrated has neither. */
export async function verifyBooks(url: string) {
  if (!(await hasTables(url))) return;
  const faults = dialectOf(url) === 'sqlite' ? await faultsInFile(sqliteFile(url)) : await faultsOnServer(url);
  if (faults.length > 0) throw new Error(`The books do not balance:\n${faults.join('\n')}`);
}

async function faultsOnServer(url: string) {
  const db = await openDatabase(url, { exclusive: false, poolSize: 1 });
  const faults = async () => [
    ...(await faultsIn(db)),
    ...(await auditFaults(db, await findSecretKeys(db, { databaseUrl: url }))),
  ];
  return await faults().finally(() => db.close());
}

/** On this thread: to start the three of `openDatabase` takes ten times as long as one look at a test's books. */
async function faultsInFile(file: string) {
  const connection = new BetterSqlite3(file);
  const prepare = keepStatements(connection);
  const handle = {
    db: drizzle(async (sql, params, method) => {
      const { rows } = runStatement(prepare(sql), { params, method });
      return { rows: rows ?? [] };
    }),
    t: tables,
    dialect: 'sqlite' as const,
    keys: { secretKey: null },
  };
  connection.exec('begin');
  const secret = findFileSecret(file);
  const db: Pick<Database, 'readSnapshot'> = { readSnapshot: (fn) => fn(handle) };
  const faults = async () => [...(await faultsIn(db)), ...(await auditFaults(db, secret ? [secretKeyOf(secret)] : []))];
  return await faults().finally(() => connection.close());
}

async function hasTables(url: string) {
  const query =
    dialectOf(url) === 'sqlite'
      ? "select name from sqlite_schema where type = 'table' limit 1"
      : "select tablename from pg_tables where schemaname = 'public' limit 1";
  return (await runSql(url, query)).length > 0;
}
