import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { exactTypes } from '../../../daemon/db/postgres/postgres-pool.ts';
import { postgresRedeem } from '../../../daemon/hot/redeem/postgres-redeem.ts';
import { redeemItem } from '../../support/database/hot-items.ts';
import { onPostgres } from '../fill.ts';
import { FIRST_CODE_ID, MANY } from './bench-codes.ts';

// Runs pgbench with the recorded statements of a redeem, to measure Postgres's rate with one transaction per redeem.

const CLIENTS = 32;
/** On a busy machine, the clients need more than one second to connect. */
const LEAST_SECONDS = 3;
const DEBIAN = '/usr/lib/postgresql';
/** Unique values that mark, in the recorded statements, what varies between redeems. */
const SLOT = 4242;
const CLAIM_ID = 7_000_000_000;
const USER = 'player-of-the-record';
const CODE = 'FREE-0';

interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Returns the path of pgbench: the one on `PATH`, or else Debian's newest one; null if there is none. */
export function findPgbench(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const places = ['pgbench', ...versions.map((version) => `${DEBIAN}/${version}/bin/pgbench`)];
  return places.find(runs) ?? null;
}

function runs(program: string) {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Records the statements of one redeem of a creator code in a transaction that is rolled back. */
async function recordRedeem(url: string): Promise<Statement[]> {
  return await onPostgres(url, async (client) => {
    const statements: Statement[] = [];
    const recorder = Object.create(client);
    recorder.query = async (query: Statement) => {
      statements.push({ text: query.text, values: query.values });
      const result = await client.query({ text: query.text, values: [...query.values], types: exactTypes });
      // The ID that the write uses must differ from every other number in the statements.
      for (const row of result.rows) if (row.ids) row.ids = [CLAIM_ID];
      return result;
    };
    await client.query('begin');
    const [outcome] = await postgresRedeem(recorder as pg.PoolClient, SLOT, [redeemItem(USER, CODE)], Date.now());
    await client.query('rollback');
    if (!outcome || !('ok' in outcome && outcome.ok))
      throw new Error(`The redeem to record was refused: ${JSON.stringify(outcome)}`);
    return statements;
  });
}

/** Returns the statements as a script with different players and codes each time. Every client has its own slot. */
export function scriptOf(statements: readonly Statement[]): string {
  const lines = statements.map(({ text, values }) => {
    const filled = text.replace(/\$(\d+)/g, (_, at) => expressionOf(values[Number(at) - 1]));
    // Only the statement that reads existing rows returns the IDs that the write uses.
    return /\bas ids\b/.test(text) ? `${oneLine(filled)} \\gset` : `${oneLine(filled)};`;
  });
  return [
    `\\set code random(0, ${MANY - 1})`,
    '\\set player random(1, 1000000000000)',
    'begin;',
    ...lines,
    'commit;',
    '',
  ].join('\n');
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Replaces each value that varies between redeems with an expression over pgbench's variables; keeps other values. */
function expressionOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "'{}'" : `array[${value.map(expressionOf).join(', ')}]`;
  if (value === USER) return "('pgbench-' || :client_id || '-' || :player)";
  if (value === CODE) return "('FREE-' || :code)";
  if (value === 'creator-0') return "('creator-' || :code)";
  if (value === FIRST_CODE_ID) return `(${FIRST_CODE_ID} + :code)`;
  if (value === CLAIM_ID) return '(:ids::bigint[])[1]';
  if (value === SLOT) return `(${SLOT} + :client_id)`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (value === null) return 'null';
  throw new Error(`A recorded value cannot be written as SQL: ${String(value)}`);
}

/** Returns the transactions per second, or null if there is no pgbench. */
export async function pgbenchRate(url: string, seconds: number): Promise<number | null> {
  const program = findPgbench();
  if (!program) return null;
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-pgbench-'));
  try {
    const file = join(folder, 'redeem.sql');
    writeFileSync(file, scriptOf(await recordRedeem(url)));
    const terms = [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${CLIENTS}`,
      `--time=${Math.max(LEAST_SECONDS, Math.ceil(seconds))}`,
    ];
    const { hostname, port, username, password, pathname } = new URL(url);
    const { stdout } = await promisify(execFile)(
      program,
      [...terms, `--file=${file}`, '-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
      { env: { ...process.env, PGPASSWORD: password, PGOPTIONS: '-c plan_cache_mode=force_custom_plan' } },
    );
    const failed = Number(/number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
    const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1] ?? 0);
    if (failed > 0 || rate === 0) throw new Error(`pgbench: ${stdout}`);
    return rate;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
