// A process with ClickHouse's engine behind the part of ClickHouse's HTTP interface that `@clickhouse/client` uses.
// Arguments: the data folder and the port (0 for any).
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { getChdb } from '../../../build/chdb.mjs';
import { openPool } from './session-pool.mjs';

const [folder = '', port = '0'] = process.argv.slice(2);
const chdb = findChdb();
const require = createRequire(import.meta.url);
// The values in a URL are already escaped as the engine expects them; chdb would escape them again.
require(join(chdb, 'dist/serialize.js')).formatParamValue = (/** @type {string} */ value) => value;
const pool = openPool(require(join(chdb, 'index.js')).Session, folder);
const version = await pool.use('', async (session) => (await session.queryAsync('select version()')).json());

/** @type {Parameters<import('./clickhouse.ts').ClickHouse['setMode']>[0]} */
let mode = 'serve';
/** The requests that have arrived, and the inserts among them. */
let arrived = 0;
let inserts = 0;
/** The delay of a slow server's response to an insert. The daemon waits for two seconds. */
const SLOW_MS = 1000;
/** The functions that release the held responses to inserts. @type {(() => void)[]} */
const held = [];

const server = createServer(async (request, response) => {
  arrived += 1;
  // A client that gives up while it is sending does not need a response.
  const body = await readBody(request).catch(() => null);
  if (body === null) return;
  if (mode === 'hang') return;
  if (mode === 'refuse') return fail(response, 202, 'Too many simultaneous queries. (TOO_MANY_SIMULTANEOUS_QUERIES)');
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/ping') return response.end('Ok.\n');
  try {
    const { result, format } = await answer(url.searchParams, body);
    if (mode === 'lose-inserts' && result.written) return response.destroy();
    if (mode === 'slow' && result.written) await sleep(SLOW_MS);
    if (mode === 'hold' && result.written) await new Promise((resolve) => held.push(() => resolve(undefined)));
    send(request, response, result, format);
  } catch (error) {
    const { clickhouseCode, message } = /** @type {Error & { clickhouseCode?: number }} */ (error);
    fail(response, clickhouseCode ?? 1001, message.replace(/^Code: \d+\. DB::Exception: /, ''));
  }
});

function findChdb() {
  try {
    return getChdb();
  } catch (error) {
    process.send?.({ fault: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

/** Settings that only an HTTP server has. */
const OF_HTTP = /^(?:wait_end_of_query|send_progress_in_http_headers|enable_http_compression|http_.+|cancel_http_.+)$/;
const NOT_SETTINGS = ['query', 'database', 'query_id', 'session_id', 'user', 'password', 'role', 'default_format'];
/** @type {{ [mode: string]: { clickhouseCode: number, message: string } }} */
const REFUSED_INSERTS = {
  full: { clickhouseCode: 243, message: 'Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE)' },
  parts: { clickhouseCode: 252, message: 'Too many parts (3000). Merges are slower than inserts. (TOO_MANY_PARTS)' },
};
const INSERT = /^\s*insert\s+into\s+([\w.]+)\s*(?:\(([^()]*)\))?\s*format\s+(\w+)\s*$/i;

/**
 * @param {URLSearchParams} asked
 * @param {Buffer} body
 */
function answer(asked, body) {
  const entries = [...asked];
  const params = entries.flatMap(([name, value]) => (name.startsWith('param_') ? [[name.slice(6), value]] : []));
  const settings = entries.filter(
    ([name]) => !name.startsWith('param_') && !NOT_SETTINGS.includes(name) && !OF_HTTP.test(name),
  );
  const query = asked.get('query') ?? '';
  const wanted = [['database', asked.get('database') ?? 'default'], ...settings];
  return pool.use(JSON.stringify(wanted), async (session) => {
    await setUp(session, wanted);
    const insert = INSERT.exec(query);
    if (insert) inserts += 1;
    const refused = REFUSED_INSERTS[mode];
    if (insert && refused) throw Object.assign(new Error(refused.message), refused);
    if (insert) return { result: await insertRows(session, insert, body), format: '' };
    const sql = query === '' ? body.toString() : `${query}\n${body}`;
    const format = /\bformat\s+(\w+)\s*;?\s*$/i.exec(sql)?.[1] ?? asked.get('default_format') ?? 'TabSeparated';
    const options = { format };
    const result =
      params.length === 0
        ? await session.queryAsync(sql, options)
        : await session.queryBindAsync(sql, Object.fromEntries(params), options);
    return { result, format };
  });
}

/** @type {WeakMap<object, Map<string, string>>} the settings of each session that differ from the default */
const settingsOf = new WeakMap();

/**
 * Gives a session the settings of a request, and no others.
 * @param {import('./session-pool.mjs').Session} session
 * @param {string[][]} asked
 */
async function setUp(session, asked) {
  const wanted = new Map(asked.map(([name = '', value = '']) => [name, value]));
  const current = settingsOf.get(session) ?? new Map();
  settingsOf.set(session, current);
  for (const name of [...current.keys()].filter((name) => !wanted.has(name))) {
    await session.queryAsync(`set ${name} = default`);
    current.delete(name);
  }
  for (const [name, value] of wanted) {
    if (current.get(name) === value) continue;
    const text = value.replace(/['\\]/g, '\\$&');
    await session.queryAsync(name === 'database' ? `use \`${value}\`` : `set ${name} = '${text}'`);
    current.set(name, value);
  }
}

/**
 * @param {import('./session-pool.mjs').Session} session
 * @param {RegExpExecArray} insert
 * @param {Buffer} values
 */
async function insertRows(session, [, table = '', columns, format = ''], values) {
  const names = columns?.split(',').map((name) => name.trim());
  const { rowsWritten, bytesWritten, elapsed } = await session.insert({
    ...{ table, values, format },
    ...(names ? { columns: names } : {}),
  });
  const written = { rows: rowsWritten, bytes: bytesWritten };
  return { elapsed, rowsRead: 0, bytesRead: 0, bytes: () => new Uint8Array(), written };
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {import('./session-pool.mjs').Result} result
 * @param {string} format
 */
function send(request, response, result, format) {
  const { rowsRead, bytesRead, elapsed, written } = result;
  const text = Buffer.from(result.bytes());
  const isPacked = /\bgzip\b/.test(`${request.headers['accept-encoding']}`) && text.length > 0;
  response.writeHead(200, {
    ...about(),
    ...(format === '' ? {} : { 'X-ClickHouse-Format': format }),
    ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
    'X-ClickHouse-Summary': JSON.stringify({
      ...{ read_rows: `${rowsRead ?? 0}`, read_bytes: `${bytesRead ?? 0}`, elapsed_ns: `${Math.round(elapsed * 1e9)}` },
      ...{ written_rows: `${written?.rows ?? 0}`, written_bytes: `${written?.bytes ?? 0}`, total_rows_to_read: '0' },
      ...{ result_rows: '0', result_bytes: `${text.length}` },
    }),
  });
  response.end(isPacked ? gzipSync(text, { level: 1 }) : text);
}

const about = () => ({
  'Content-Type': 'text/plain; charset=UTF-8',
  'X-ClickHouse-Server-Display-Name': 'engine',
  'X-ClickHouse-Query-Id': randomUUID(),
  'X-ClickHouse-Timezone': 'UTC',
});

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} code
 * @param {string} message
 */
function fail(response, code, message) {
  const status = code === 60 || code === 81 ? 404 : code === 202 ? 503 : code === 27 || code === 62 ? 400 : 500;
  response.writeHead(status, { ...about(), 'X-ClickHouse-Exception-Code': String(code) });
  response.end(`Code: ${code}. DB::Exception: ${message} (version ${version})\n`);
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

process.on('message', (/** @type {typeof mode} */ next) => {
  if (next !== mode) for (const release of held.splice(0)) release();
  mode = next;
  process.send?.({ mode, arrived, inserts });
});
const stop = async () => {
  server.close();
  server.closeAllConnections();
  await pool.close();
  process.exit();
};
process.on('SIGTERM', stop);
process.on('disconnect', stop);
server.keepAliveTimeout = 10_000;
server.listen(Number(port), '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.send?.({ port: address.port });
});
