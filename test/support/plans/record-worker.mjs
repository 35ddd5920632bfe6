// Appends each statement of SQLite's worker threads with its values to a file (preloaded by record-statements.ts).
import { appendFileSync } from 'node:fs';
import { sqlitePackage } from '../../../build/sqlite-package.mjs';

const { default: SqliteDatabase } = await import(sqlitePackage(Number.parseInt(process.versions.node, 10)));
const file = String(process.env.REDEEMD_TEST_STATEMENTS);

const plain = (/** @type {string} */ _, /** @type {unknown} */ value) =>
  typeof value === 'bigint' ? Number(value) : value;

/** @type {any} */
const sqlite = SqliteDatabase.prototype;
const { prepare } = sqlite;
sqlite.prepare = function (/** @type {string} */ sql) {
  const statement = prepare.call(this, sql);
  for (const method of ['run', 'get', 'all']) {
    const ask = statement[method];
    statement[method] = (/** @type {unknown[]} */ ...params) => {
      appendFileSync(file, `${JSON.stringify({ sql, params }, plain)}\n`);
      return ask.apply(statement, params);
    };
  }
  return statement;
};
