// Forwards requests from the address of development mode to the daemon.
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A restart takes less time than this. */
const WAIT_MS = 10_000;

/**
 * @typedef {import('node:http').IncomingMessage} IncomingMessage
 * @typedef {import('node:http').ServerResponse} ServerResponse
 */

/**
 * Forwards a request. If it arrives during a restart, it waits for the new daemon.
 * @param {() => Promise<import('./daemon.mjs').DaemonState>} daemonState
 */
export const forwardTo =
  (daemonState) => async (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    const late = { fault: 'The daemon has not started yet.' };
    const timer = new AbortController();
    const waited = sleep(WAIT_MS, late, { signal: timer.signal, ref: false }).catch(() => late);
    const state = await Promise.race([daemonState(), waited]);
    timer.abort();
    if ('fault' in state) return refuse(response, state.fault);
    pass(request, response, state.port);
  };

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {number} port
 */
function pass(request, response, port) {
  const { method, url = '/' } = request;
  // A reused connection could lead to the previous daemon.
  const headers = { ...request.headers, connection: 'close' };
  const forwarded = httpRequest({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
    const { connection, 'keep-alive': keepAlive, ...rest } = answer.headers;
    // The daemon lets browsers cache the SDK for minutes, which would hide a new build.
    if (url.startsWith('/sdk')) rest['cache-control'] = 'no-cache';
    response.writeHead(answer.statusCode ?? 502, rest);
    answer.pipe(response);
    answer.once('error', () => response.destroy());
  });
  forwarded.once('error', (error) => {
    if (response.headersSent) response.destroy();
    else refuse(response, `The daemon did not respond: ${error.message}.`);
  });
  response.once('close', () => forwarded.destroy());
  request.pipe(forwarded);
}

/**
 * @param {ServerResponse} response
 * @param {string} fault
 */
function refuse(response, fault) {
  const detail = `${fault} The terminal that runs npm run dev shows why. To restart the daemon, save a file in daemon/.`;
  const problem = {
    type: 'about:blank',
    title: 'The daemon is not running.',
    status: 503,
    code: 'unavailable',
    detail,
  };
  response.writeHead(503, { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' });
  response.end(`${JSON.stringify(problem, null, 2)}\n`);
}
