import { startPostgres } from '../support/world/postgres.ts';
import { flag } from './fill.ts';

/** Measures on SQLite and on a separate Postgres, or only on the one that `--database=…` names. */
export async function onEachDatabase<Figures>(
  measureOn: (name: string, database: string) => Promise<Figures>,
): Promise<Figures[]> {
  const postgres = await startPostgres({ own: true });
  const figures: Figures[] = [];
  try {
    for (const [name, database] of [
      ['SQLite', 'sqlite'],
      ['Postgres', postgres.url],
    ] as const)
      if ((flag('database') ?? name) === name) figures.push(await measureOn(name, database));
  } finally {
    await postgres.stop();
  }
  return figures;
}
