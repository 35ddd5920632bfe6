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
