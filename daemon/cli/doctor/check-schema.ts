import { migrationsOf, pendingOf } from '../../db/migrate/migration-files.ts';
import { plural } from '../../lib/plural.ts';
import { type Check, fault, faultOf, ok } from './check.ts';

export function checkSchema(dialect: 'sqlite' | 'postgres', applied: number[]): Check {
  try {
    const pending = pendingOf(migrationsOf(dialect), applied).length;
    return pending === 0
      ? ok('schema', `current, ${plural(applied.length, 'migration')}`)
      : fault('schema', `${plural(pending, 'migration')} pending: start this version or run \`redeemd migrate\``);
  } catch (error) {
    return faultOf('schema', error);
  }
}
