// The Express app that the naive programs share. Its routes call a service that adds and redeems codes.
import { createRequire } from 'node:module';
import express from 'express';
import { sqlitePackage } from '../../../build/sqlite-package.mjs';

/**
 * @typedef {'not_found' | 'not_active' | 'already_claimed' | 'limit_reached'} Refusal
 * @typedef {{ ok: true, rewards: string } | { ok: false, why: Refusal }} Outcome
 * @typedef {object} Service
 * @property {(code: string, limit: number | null) => Promise<void>} addCode adds a code that can be redeemed for a year
 * @property {(userId: string, code: string) => Promise<Outcome>} redeem
 * @property {(code: string) => Promise<number>} countClaims
 */

/** @type {Record<Refusal, number>} */
const STATUS = { not_found: 404, not_active: 400, already_claimed: 409, limit_reached: 400 };

export const REWARDS = '{"gold":100}';
const YEAR_MS = 365 * 86_400_000;
/** Returns a period from yesterday until a year from now. */
export const period = () => ({ startsAt: new Date(Date.now() - 86_400_000), endsAt: new Date(Date.now() + YEAR_MS) });

/** Returns the version of better-sqlite3 that the daemon uses with this version of Node. */
export const betterSqlite3 = () =>
  createRequire(import.meta.url)(sqlitePackage(Number.parseInt(process.versions.node, 10)));

/** @param {Service} service */
export function serve(service) {
  const app = express();
  app.use(express.json());
  app.post('/redeem', async (request, response) => {
    const { user_id: userId, code } = request.body ?? {};
    if (typeof userId !== 'string' || typeof code !== 'string')
      return response.status(400).json({ error: 'bad_input' });
    const outcome = await service.redeem(userId, code);
    if (!outcome.ok) return response.status(STATUS[outcome.why]).json({ error: outcome.why });
    response.json({ code, rewards: JSON.parse(outcome.rewards) });
  });
  app.post('/codes', async (request, response) => {
    await service.addCode(request.body.code, request.body.limit);
    response.status(201).json({ code: request.body.code });
  });
  app.get('/codes/:code/claims', async (request, response) => {
    response.json({ claims: await service.countClaims(request.params.code) });
  });
  const server = app.listen(0, '127.0.0.1', () =>
    console.log(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`),
  );
}
