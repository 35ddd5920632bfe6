// Kills a daemon's process (`node --import`) at the nth point of its work. There is a point before and after the end of
// each transaction that writes to a table whose name begins with DIE_IN. DIE_BY sets another signal. On Postgres, the
// daemon waits STEP_MS after each of these transactions, to simulate a large run.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sqlitePackage } from '../../../build/sqlite-package.mjs';

const { default: SqliteDatabase } = await import(sqlitePackage(Number.parseInt(process.versions.node, 10)));

const WRITES = new RegExp(`^\\s*(insert into|update|delete from) "?${process.env.DIE_IN}`, 'i');
const ENDS = /^\s*commit\s*$/i;

let points = 0;
function point() {
  points += 1;
  if (points === Number(process.env.DIE_AT)) process.kill(process.pid, process.env.DIE_BY ?? 'SIGKILL');
}

/** @type {any} */
const postgres = pg.Client.prototype;
const { query } = postgres;
postgres.query = function (/** @type {any} */ config, /** @type {any[]} */ ...rest) {
  const text = typeof config === 'string' ? config : String(config?.text);
  if (WRITES.test(text)) this.writesRun = true;
  if (!ENDS.test(text) || !this.writesRun) return query.call(this, config, ...rest);
  this.writesRun = false;
  point();
  return query.call(this, config, ...rest).then(async (/** @type {unknown} */ result) => {
    point();
    await sleep(Number(process.env.STEP_MS ?? 0));
    return result;
  });
};

/** @type {any} */
const sqlite = SqliteDatabase.prototype;
const { exec, prepare } = sqlite;
sqlite.prepare = function (/** @type {string} */ text) {
  const statement = prepare.call(this, text);
  if (!WRITES.test(text)) return statement;
  for (const method of ['run', 'get', 'all']) {
    const ask = statement[method];
    statement[method] = (/** @type {unknown[]} */ ...values) => {
      this.writesRun = true;
      return ask.apply(statement, values);
    };
  }
  return statement;
};
sqlite.exec = function (/** @type {string} */ text) {
  const isEnd = ENDS.test(text) && this.writesRun;
  if (isEnd) {
    this.writesRun = false;
    point();
  }
  exec.call(this, text);
  if (isEnd) point();
  return this;
};
