import { and, asc, eq, inArray, or, sql, sum } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { nextVersion } from '../../db/query/next-version.ts';
import { sumText } from '../../db/query/sums.ts';
import { MAIN_KINDS, type MainCodeKind } from '../../domain/codes/code-kinds.ts';

export type NewCode = Tables['codes']['$inferInsert'];
export type CodeChange = Partial<Omit<NewCode, 'version'>>;
export type CodeColumns = Tables['codes']['$inferSelect'];
/** A code that staff created; creator codes have their own store. */
export interface MainCode extends CodeColumns {
  kind: MainCodeKind;
}

export async function findMainCode(handle: Handle, codeId: number): Promise<MainCode | null> {
  const { codes } = handle.t;
  const [row] = await handle.db
    .select()
    .from(codes)
    .where(and(eq(codes.code_id, codeId), inArray(codes.kind, MAIN_KINDS)));
  return (row as MainCode | undefined) ?? null;
}

/** Returns the code, locked until the transaction ends. */
export async function findMainCodeForUpdate(handle: Handle, codeId: number): Promise<MainCode | null> {
  const { codes } = handle.t;
  const query = handle.db
    .select()
    .from(codes)
    .where(and(eq(codes.code_id, codeId), inArray(codes.kind, MAIN_KINDS)));
  const [row] = await forUpdate(handle, query);
  return (row as MainCode | undefined) ?? null;
}

/** Returns the code of any kind with this normal form. */
export async function findCodeByNorm({ db, t }: Handle, norm: string): Promise<CodeColumns | null> {
  const [row] = await db.select().from(t.codes).where(eq(t.codes.code_norm, norm));
  return row ?? null;
}

export async function insertCode({ db, t }: Handle, code: NewCode): Promise<number> {
  const [row] = await db.insert(t.codes).values(code).returning({ code_id: t.codes.code_id });
  if (!row) throw new Error('The insert of a code returned no row');
  return row.code_id;
}

export async function updateCode({ db, t }: Handle, codeId: number, set: CodeChange): Promise<void> {
  await db
    .update(t.codes)
    .set({ ...set, version: nextVersion(t.codes.version) })
    .where(eq(t.codes.code_id, codeId));
}

/** Sums claims by code over all hours and daemons; codes without claims are omitted. */
export async function countClaims({ db, t }: Handle, codeIds: readonly number[]): Promise<Map<number, number>> {
  if (codeIds.length === 0) return new Map();
  const rows = await db
    .select({ code_id: t.code_counters.code_id, claims: sum(t.code_counters.claims) })
    .from(t.code_counters)
    .where(inArray(t.code_counters.code_id, [...codeIds]))
    .groupBy(t.code_counters.code_id);
  return new Map(rows.map(({ code_id, claims }) => [code_id, Number(claims)]));
}

/** Sums the claims of creator codes by the referral code from which they were created. */
export async function countClaimsOfBases({ db, t }: Handle, codeIds: readonly number[]): Promise<Map<number, number>> {
  if (codeIds.length === 0) return new Map();
  const rows = await db
    .select({ code_id: t.codes.base_code_id, claims: sum(t.code_counters.claims) })
    .from(t.code_counters)
    .innerJoin(t.codes, eq(t.codes.code_id, t.code_counters.code_id))
    // A rejected code was never redeemed. The condition repeats the WHERE clause of the index by base code, so that
    // the database uses the index.
    .where(and(inArray(t.codes.base_code_id, [...codeIds]), sql`status <> 'rejected'`))
    .groupBy(t.codes.base_code_id);
  return new Map(rows.map(({ code_id, claims }) => [code_id ?? 0, Number(claims)]));
}

/** Sets `used` of a locked main code to the number of its own claims or of its creator codes' claims. */
export async function recountUses({ db, t }: Handle, codeId: number): Promise<void> {
  const itsCodes = db
    .select({ code_id: t.codes.code_id })
    .from(t.codes)
    // Repeats the WHERE clause of the index by base code. A rejected code was never redeemed.
    .where(or(eq(t.codes.code_id, codeId), and(eq(t.codes.base_code_id, codeId), sql`status <> 'rejected'`)));
  const [row] = await db
    .select({ claims: sumText(t.code_counters.claims) })
    .from(t.code_counters)
    .where(inArray(t.code_counters.code_id, itsCodes));
  await db
    .update(t.codes)
    .set({ used: Number(row?.claims ?? 0) })
    .where(eq(t.codes.code_id, codeId));
}

/**
 * Sets `used` of each creator code of a base code to its number of claims. It locks the codes in ID order, as redeem
 * does, then sets all of them in one statement.
 */
export async function recountCreatorCodes(handle: Handle, baseCodeId: number): Promise<void> {
  const { db, t } = handle;
  const ofBase = eq(t.codes.base_code_id, baseCodeId);
  await forUpdate(
    handle,
    db.select({ code_id: t.codes.code_id }).from(t.codes).where(ofBase).orderBy(asc(t.codes.code_id)),
  );
  const counted = db
    .select({ claims: sql`coalesce(sum(${t.code_counters.claims}), 0)` })
    .from(t.code_counters)
    .where(eq(t.code_counters.code_id, t.codes.code_id));
  await db
    .update(t.codes)
    .set({ used: sql`(${counted})` })
    .where(ofBase);
}
