import { migrationsOf, pendingOf } from '../../db/migrate/migration-files.ts';
import { type Check, fault, well, wrong } from './check.ts';

export function checkSchema(dialect: 'sqlite' | 'postgres', applied: number[]): Check {
  try {
    const pending = pendingOf(migrationsOf(dialect), applied).length;
    return pending === 0
      ? well('schema', `current, ${applied.length} migration(s)`)
      : wrong(
          'schema',
          `${pending} migration(s) to do: the next start of this version does them, or \`redeemd migrate\``,
        );
  } catch (error) {
    return fault('schema', error);
  }
}
