import { barePostgresRate, bareSqliteRate } from '../bare-insert.ts';
import { MANY } from './bench-codes.ts';
import { type Candidate, DATABASES, echoTarget, free, request, run } from './candidate.ts';
import { fsyncRate } from './machine.ts';
import { OWN_ROWS, ownRowsRate } from './own-rows.ts';
import { pgbenchRate } from './pgbench.ts';
import { sqliteSinglyRate } from './singly.ts';

const echo = (kind: 'http' | 'express', name: string): Candidate => ({
  id: `echo ${kind}`,
  name,
  group: 'limits',
  ...request,
  measure: async (round) => run(round, echoTarget(await round.servers.echo(kind)), free(MANY)),
});

/** The upper limits of the machine, with which the other figures are compared. */
export const limits: readonly Candidate[] = [
  echo('http', 'bare node:http echo'),
  echo('express', 'Express echo'),
  {
    id: 'fsync',
    name: 'append of 4 KiB and fdatasync',
    group: 'limits',
    unit: 'fsyncs/s',
    measure: async ({ seconds }) => ({ rate: fsyncRate(seconds) }),
  },
  {
    id: 'insert SQLite',
    name: 'SQLite: bare insert, 1,000 rows per transaction',
    group: 'limits',
    unit: 'rows/s',
    measure: async ({ seconds }) => ({ rate: await bareSqliteRate(seconds) }),
  },
  {
    id: 'insert Postgres',
    name: 'Postgres: bare insert, 1,000 rows per transaction',
    group: 'limits',
    unit: 'rows/s',
    measure: async ({ seconds, servers }) => ({
      rate: await barePostgresRate((await servers.postgres()).url, seconds),
    }),
  },
  ...DATABASES.flatMap((database) =>
    OWN_ROWS.map(
      (kind): Candidate => ({
        id: `rows of ${kind} ${database}`,
        name: `${database}: bare insert into the table of ${kind}, 1,000 rows per transaction`,
        group: 'limits',
        unit: 'rows/s',
        measure: async ({ servers, seconds }) => ({
          rate: await ownRowsRate(kind, await servers.redeemd(database), seconds),
        }),
      }),
    ),
  ),
  {
    id: 'singly SQLite',
    name: "SQLite: redeem's statements, one transaction each, no HTTP",
    group: 'limits',
    unit: 'transactions/s',
    measure: async ({ seconds, servers }) => ({
      rate: sqliteSinglyRate((await servers.redeemd('SQLite')).daemon, seconds),
    }),
  },
  {
    id: 'singly Postgres',
    name: "Postgres: redeem's statements, one transaction each, pgbench",
    group: 'limits',
    unit: 'transactions/s',
    measure: async ({ seconds, servers }) => {
      const rate = await pgbenchRate((await servers.redeemd('Postgres')).database, seconds);
      return rate === null ? undefined : { rate };
    },
  },
];
