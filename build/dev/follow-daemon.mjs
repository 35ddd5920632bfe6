// Bundles and restarts the daemon when one of its sources changes.
import { relative } from 'node:path';
import { root } from '../paths.mjs';
import { createDaemon } from './daemon.mjs';
import { createDaemonBundle } from './daemon-bundle.mjs';
import { databaseUrl, ensureDemoDatabase } from './demo-data.mjs';
import { inTurn } from './in-turn.mjs';

/** @typedef {ReturnType<typeof import('./reports.mjs').createReports>} Reports */

/**
 * @param {string} url the address of development mode, which forwards requests to the daemon
 * @param {(fault: string) => void} onCrash
 */
export const createDevDaemon = (url, onCrash) =>
  createDaemon(
    {
      ...process.env,
      REDEEMD_HOST: '127.0.0.1',
      REDEEMD_PORT: '0',
      REDEEMD_PUBLIC_URL: url,
      REDEEMD_DATABASE_URL: databaseUrl,
    },
    onCrash,
  );

/**
 * @param {ReturnType<typeof createDaemon>} daemon
 * @param {Reports} reports
 */
export async function followDaemon(daemon, reports) {
  const bundle = await createDaemonBundle();
  let hasData = false;
  return inTurn(async (files, since) => {
    try {
      await bundle.rebuild();
      if (!hasData) await ensureDemoDatabase();
      hasData = true;
    } catch (error) {
      const fault = error instanceof Error ? error.message : `${error}`;
      daemon.refuse('The daemon does not build.');
      return reports.fault(fault);
    }
    const state = await daemon.restart();
    if ('fault' in state) return reports.fault(`${state.fault} See its last log lines above.`);
    reports.good(`ready after ${Date.now() - since} ms (${namesOf(files)})`);
  });
}

const MOST_NAMES = 3;

/** @param {string[]} files */
function namesOf(files) {
  const names = files.slice(0, MOST_NAMES).map((file) => relative(root, file) || 'start');
  return files.length > MOST_NAMES ? `${names.join(', ')} and ${files.length - MOST_NAMES} more` : names.join(', ');
}
