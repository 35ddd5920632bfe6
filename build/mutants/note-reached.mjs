// Records which test file reaches which site.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The state that the modules of one process share. Only the process of the tests sets `testFile`. */
export const shared = /** @type {{ testFile?: string, reached?: (site: number) => void, isHeard?: boolean }} */ (
  globalThis
);
/** @type {Set<string>} */
const noted = new Set();

/**
 * Records that a site was reached. The instrumented daemon calls it, both in the tests' process and in bundles that run
 * in other processes.
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
