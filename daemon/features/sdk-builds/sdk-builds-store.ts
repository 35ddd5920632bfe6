import { eq } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

/** Finds the script of a build that a daemon of any version has served. */
export async function findSdkScript({ db, t: { sdk_builds: b } }: Handle, hash: string): Promise<string | null> {
  const [row] = await db.select({ script: b.script }).from(b).where(eq(b.hash, hash));
  return row?.script ?? null;
}

export async function keepSdkScript(
  { db, t }: Handle,
  { hash, script }: { hash: string; script: string },
  now: number,
): Promise<void> {
  await db.insert(t.sdk_builds).values({ hash, script, created_at: now }).onConflictDoNothing();
}

/** Finds a package that a daemon of any version has served. */
export async function findSdkPackage(
  { db, t: { sdk_packages: p } }: Handle,
  hash: string,
): Promise<{ version: string; bytes: Buffer } | null> {
  const [row] = await db.select({ version: p.version, content: p.content }).from(p).where(eq(p.hash, hash));
  return row ? { version: row.version, bytes: Buffer.from(row.content, 'base64') } : null;
}

export async function keepSdkPackage(
  { db, t }: Handle,
  { hash, version, bytes }: { hash: string; version: string; bytes: Buffer },
  now: number,
): Promise<void> {
  const row = { hash, version, content: bytes.toString('base64'), created_at: now };
  await db.insert(t.sdk_packages).values(row).onConflictDoNothing();
}
