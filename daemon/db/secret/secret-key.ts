import { and, eq, isNull } from 'drizzle-orm';
import { type SecretKey, secretKeyOf } from '../../lib/keyed.ts';
import type { Database, Handle } from '../database.ts';
import { dialectOf } from '../open.ts';
import { ORGANISATION_ID } from '../seed.ts';
import { sqliteFile } from '../sqlite/sqlite-connection.ts';
import { ensureFileSecret, findFileSecret, randomSecret } from './secret-file.ts';

export interface SecretSettings {
  databaseUrl: string;
  /** The setting REDEEMD_SECRET_KEY. */
  secretKey?: string | undefined;
  /** The setting REDEEMD_OLD_SECRET_KEY. */
  oldSecretKey?: string | undefined;
}

/** Where the secret key is stored. If that is the database, anyone who can read it can also decrypt its secrets. */
export type SecretSource = 'setting' | 'file' | 'database';

export const SECRET_IN_DATABASE =
  'REDEEMD_SECRET_KEY is not set: the database contains the secret key, so anyone who can read the database can decrypt its secrets';

/**
 * Sets the secret key of the database: from the setting, otherwise the existing key, otherwise a new one. The
 * organisation's row must exist.
 */
export async function ensureSecretKey(
  db: Database,
  settings: SecretSettings,
): Promise<{ key: SecretKey; source: SecretSource }> {
  const { databaseUrl, secretKey } = settings;
  const [secret, source]: [string, SecretSource] = secretKey
    ? [secretKey, 'setting']
    : dialectOf(databaseUrl) === 'sqlite'
      ? [ensureFileSecret(sqliteFile(databaseUrl)), 'file']
      : [await db.write(ensureMadeSecret), 'database'];
  const key = withOlder(secretKeyOf(secret), await findSecretKeys(db, settings));
  db.keys.secretKey = key;
  return { key, source };
}

/** Adds the first different key among `others` as `older`, so that values encrypted with it can still be decrypted. */
export function withOlder(key: SecretKey, others: readonly SecretKey[]): SecretKey {
  const older = others.find(({ id }) => id !== key.id);
  return older ? { ...key, older } : key;
}

/** Returns every key that this database may have used, the current one first. It creates none. */
export async function findSecretKeys(
  db: Pick<Database, 'read'>,
  { databaseUrl, secretKey, oldSecretKey }: SecretSettings,
): Promise<SecretKey[]> {
  const made =
    dialectOf(databaseUrl) === 'sqlite'
      ? findFileSecret(sqliteFile(databaseUrl))
      : await db.read(async (handle) => (await findMade(handle)) ?? null);
  const secrets = secretKey ? [secretKey, oldSecretKey, made] : [made, oldSecretKey];
  return secrets.flatMap((secret) => (secret ? [secretKeyOf(secret)] : []));
}

async function ensureMadeSecret(handle: Handle): Promise<string> {
  const { db, t } = handle;
  const found = await findMade(handle);
  if (found) return found;
  // If daemons start together, the first stores its key; the others wait for its row and change nothing.
  await db
    .update(t.organisation)
    .set({ made_secret: randomSecret() })
    .where(and(eq(t.organisation.organisation_id, ORGANISATION_ID), isNull(t.organisation.made_secret)));
  const made = await findMade(handle);
  if (!made) throw new Error('The secret key could not be stored: the organisation has no row');
  return made;
}

async function findMade({ db, t }: Handle): Promise<string | null | undefined> {
  const [row] = await db
    .select({ secret: t.organisation.made_secret })
    .from(t.organisation)
    .where(eq(t.organisation.organisation_id, ORGANISATION_ID));
  return row?.secret;
}
