import type { Config } from '../config.ts';
import { migrate } from '../db/migrate/migrate.ts';

/** Migrates the database for a command, with notes for the operator on stderr. @returns the number of migrations */
export async function migrateFor({ databaseUrl, copyBeforeMigration }: Config): Promise<number> {
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  const { applied } = await migrate(databaseUrl, { copyFirst: copyBeforeMigration, say });
  return applied;
}
