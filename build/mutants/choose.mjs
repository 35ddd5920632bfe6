// Chooses the faults to plant. The same seed and commit always produce the same faults.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusedOf } from './checkout.mjs';
import { sitesIn } from './sites.mjs';

/** @typedef {{ name: string, files: RegExp, often?: string }} Area `often`: the kind that is drawn half of the time */

/** @type {Area[]} */
export const AREAS = [
  { name: 'rules', files: /^daemon\/(?:domain\/.*|(?!delivery|hot).*-rules)\.ts$/ },
  { name: 'stores', files: /^daemon\/features\/.*-store\.ts$/ },
  { name: 'routes', files: /^daemon\/(?:features|http)\/.*-routes\.ts$/ },
  { name: 'hot statements', files: /^daemon\/hot\//, often: 'sql' },
  { name: 'delivery', files: /^daemon\/delivery\// },
  { name: 'SDK', files: /^sdk\/[^/]*\.ts$/ },
  { name: 'screens', files: /^src\/renderer\/(?!texts\/).*\.tsx?$/ },
];

const MOST_OF_FILE = 2;

/**
 * Returns a generator of numbers from 0 to 1 that the seed determines (mulberry32).
 * @param {number} seed
 */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Chooses sites from each area in turn. The kind of change is drawn before the site, so that rare kinds are included.
 * @param {string} folder the folder of the checkout
 * @param {readonly string[]} paths the paths of its files
 * @param {{ seed: number, count: number }} options
 */
export function chooseSites(folder, paths, { seed, count }) {
  const random = randomOf(seed);
  const drawn = (/** @type {readonly any[]} */ list) => list[Math.floor(random() * list.length)];
  const pools = AREAS.map(({ files }) =>
    paths.filter((path) => files.test(path)).flatMap((path) => sitesIn(path, readFileSync(join(folder, path), 'utf8'))),
  );
  /** @type {(import('./sites.mjs').Site & { area: string })[]} */
  const chosen = [];
  const draw = (/** @type {number} */ place) => {
    const { name, often } = /** @type {Area} */ (AREAS[place % AREAS.length]);
    const pool = /** @type {import('./sites.mjs').Site[]} */ (pools[place % AREAS.length]);
    for (;;) {
      const kinds = [...new Set(pool.map(({ kind }) => kind))];
      const kind = often && random() < 0.5 ? often : drawn(kinds);
      const site = drawn(pool.filter((one) => one.kind === kind));
      pool.splice(pool.indexOf(site), 1);
      const beside = chosen.filter(({ path }) => path === site.path);
      if (beside.length < MOST_OF_FILE && beside.every(({ within }) => within !== site.within))
        return { area: name, ...site };
    }
  };
  while (chosen.length < count) chosen.push(draw(chosen.length));
  for (let refused = refusedOf(chosen); refused.length > 0; refused = refusedOf(chosen))
    for (const site of refused) {
      const place = chosen.indexOf(site);
      chosen[place] = draw(place);
    }
  return chosen;
}
