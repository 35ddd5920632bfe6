import { migrationsOf, pendingOf } from '../../db/migrate/migration-files.ts';
import { plural } from '../../lib/plural.ts';
import { type Check, fault, well, wrong } from './check.ts';

export function checkSchema(dialect: 'sqlite' | 'postgres', applied: number[]): Check {
  try {
    const pending = pendingOf(migrationsOf(dialect), applied).length;
    return pending === 0
      ? well('schema', `current, ${plural(applied.length, 'migration')}`)
      : wrong('schema', `${plural(pending, 'migration')} pending: start this version or run \`redeemd migrate\``);
  } catch (error) {
    return fault('schema', error);
  }
}
