// Creates the database for development mode: one year of an organisation's data. To create it again, delete data/dev.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { runCommand } from './daemon.mjs';

const FILE = 'redeem.db';

const folder = join(root, 'data/dev');
const { REDEEMD_DATABASE_URL: given } = process.env;
/** The database that REDEEMD_DATABASE_URL names, or otherwise a file in data/dev. */
export const databaseUrl = given || `sqlite:${join(folder, FILE)}`;

export const ensureDemoDatabase = () =>
  given ? fill(given) : ensureDemoData(folder, (draft) => fill(`sqlite:${join(draft, FILE)}`));

/**
 * Creates a folder and its data in one step, so an interrupted run leaves no incomplete data.
 * @param {string} place
 * @param {(draft: string) => Promise<void>} create
 */
export async function ensureDemoData(place, create) {
  if (existsSync(place)) return;
  const draft = `${place}.tmp`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await create(draft);
  renameSync(draft, place);
}

/** @param {string} url */
async function fill(url) {
  const env = { ...process.env, REDEEMD_HOST: '127.0.0.1', REDEEMD_DATABASE_URL: url };
  const fault = await runCommand(['demo', '--fill-only'], env);
  if (fault !== null) throw new Error(`The demo data could not be created: redeemd demo ${fault}`);
}
