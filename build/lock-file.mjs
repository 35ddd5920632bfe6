// Reads package-lock.json: the packages that a workspace needs, and which of them are installed. This file uses only
// Node's own modules because it runs before anything is installed.

/**
 * @typedef {object} Locked one package in a lock file
 * @property {string} [name] its own name, if it is installed under a different one
 * @property {string} [version]
 * @property {boolean} [link]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {string} [resolved]
 * @property {string} [integrity]
 * @property {boolean} [hasInstallScript]
 * @typedef {Record<string, Locked>} Packages by their places, such as `node_modules/a/node_modules/b`; '' is the root
 */

/**
 * Returns the place from which a package at `from` loads another, by Node's resolution.
 * @param {Packages} packages
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function placeOf(packages, name, from) {
  const place = `${from && `${from}/`}node_modules/${name}`;
  if (packages[place]) return place;
  if (from === '') return undefined;
  const end = from.lastIndexOf('/node_modules/');
  return placeOf(packages, name, end < 0 ? '' : from.slice(0, end));
}

/**
 * Returns the places of all packages that `starts` need, directly or indirectly.
 * @param {Packages} packages
 * @param {readonly string[]} starts workspaces, which also need their development packages, or places of packages
 * @param {{ optional?: boolean, fits?: (locked: Locked) => boolean }} [options] `optional`: include packages that an
 *   install may omit; `fits`: whether this machine installs a package
 * @returns {Set<string>}
 */
export function placesFor(packages, starts, { optional = false, fits = () => true } = {}) {
  /** @type {Set<string>} */
  const found = new Set();
  const visit = (/** @type {string} */ from) => {
    for (const name of neededBy(packages[from] ?? {}, starts.includes(from), optional)) {
      const place = placeOf(packages, name, from);
      if (!place || found.has(place) || !fits(packages[place] ?? {})) continue;
      found.add(place);
      visit(place);
    }
  };
  for (const start of starts) visit(start);
  return found;
}

/**
 * @param {Locked} locked
 * @param {boolean} isStart
 * @param {boolean} optional
 */
function neededBy(locked, isStart, optional) {
  const peers = Object.keys(locked.peerDependencies ?? {});
  return [
    ...Object.keys({ ...(isStart ? locked.devDependencies : {}), ...locked.dependencies }),
    ...Object.keys((optional && locked.optionalDependencies) || {}),
    ...peers.filter((name) => !locked.peerDependenciesMeta?.[name]?.optional),
  ];
}

/**
 * Returns the places at which the locked version of the package is not installed.
 * @param {Packages} packages the packages of the lock file
 * @param {Packages} installed the packages of the lock file that npm writes into node_modules
 * @param {Iterable<string>} wanted
 * @param {(place: string) => boolean} exists
 */
export const missingFrom = (packages, installed, wanted, exists) =>
  [...wanted].filter(
    (place) => !packages[place]?.link && (installed[place]?.version !== packages[place]?.version || !exists(place)),
  );

/**
 * Returns a project that needs only one locked package, with the hashes of the package and its dependencies.
 * @param {Packages} packages
 * @param {string} place the place of the package in the root's node_modules
 */
export function projectOf(packages, place) {
  const { name: realName, version } = packages[place] ?? {};
  if (!version) throw new Error(`package-lock.json does not contain ${place}`);
  const name = place.slice('node_modules/'.length);
  const about = { private: true, dependencies: { [name]: realName ? `npm:${realName}@${version}` : version } };
  const places = [place, ...placesFor(packages, [place], { optional: true })].sort();
  const locked = places.map((one) => [one, withoutRole(packages[one] ?? {})]);
  return {
    package: about,
    lock: { lockfileVersion: 3, requires: true, packages: Object.fromEntries([['', about], ...locked]) },
  };
}

/**
 * Removes the fields about the package's role in the whole project, because npm may omit a package that is marked as
 * optional.
 * @param {Locked & { dev?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} locked
 */
function withoutRole({ dev: _dev, optional: _optional, devOptional: _devOptional, peer: _peer, ...locked }) {
  return locked;
}
