import type { TestProject } from 'vitest/node';
import { bundle } from '../../build/bundle.mjs';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The one Postgres of this run; take a database of your own from it with `freshDatabase`. */
    postgresUrl: string;
  }
}

/** Before all tests: the daemon's bundle (its SQLite worker runs from there) and one Postgres server for the run. */
export default async function setUp(project: TestProject) {
  await bundle();
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
