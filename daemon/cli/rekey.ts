import type { Config } from '../config.ts';
import { ensureSecretKey } from '../db/secret/secret-key.ts';
import { rekey } from '../features/secret-key/rekey.ts';
import { plural } from '../lib/plural.ts';
import { withDatabase } from './with-database.ts';

/** Encrypts all secrets again with the current key. Returns false if some cannot be decrypted. */
export async function rekeyCommand(config: Config): Promise<boolean> {
  const { counts, lost } = await withDatabase(config, async (db) => {
    await ensureSecretKey(db, config);
    return rekey(db, Date.now());
  });
  const lines = Object.entries(counts).map(([column, count]) => `${column.padEnd(20)}  ${count}\n`);
  process.stdout.write(`Encrypted again:\n${lines.join('')}`);
  if (lost === 0) return true;
  process.stderr.write(
    `redeemd: ${plural(lost, 'value')} encrypted with another secret key cannot be decrypted. Set REDEEMD_OLD_SECRET_KEY to that key, then run this command again.\n`,
  );
  return false;
}
