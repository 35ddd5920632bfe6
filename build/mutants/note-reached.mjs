// Notes which test file reaches which site.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the modules of one process share: `testFile` is known in the process of the tests only. */
export const shared = /** @type {{ testFile?: string, reached?: (site: number) => void, isHeard?: boolean }} */ (
  globalThis
);
/** @type {Set<string>} */
const noted = new Set();

/**
 * The instrumented sources of the daemon call it, in the tests' process and in the bundle that other processes run.
 * @param {number} site
 * @param {string} folder
 */
export function noteReached(site, folder) {
  const current = join(folder, 'current');
  const file = shared.testFile ?? (existsSync(current) ? readFileSync(current, 'utf8') : '');
  const line = `${site} ${file}\n`;
  if (noted.has(line)) return;
  noted.add(line);
  appendFileSync(join(folder, 'reached'), line);
}
