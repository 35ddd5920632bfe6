// Lists the packages whose code a build contains, with their licences.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 * @property {string} license an SPDX expression
 * @property {string} notice the text of the licence
 */

/** Returns the folder of the package that a file belongs to, or undefined for the project's own files. */
export const placeOfPackage = (/** @type {string} */ file) =>
  file.match(/^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/)?.[0];

/**
 * @param {Iterable<string>} places the folders of packages, relative to the root
 * @returns {Package[]} each package once, sorted by name and version
 */
export function packagesAt(places) {
  /** @type {Map<string, Package>} */
  const found = new Map();
  for (const place of places) {
    const folder = join(root, place);
    const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    found.set(`${name}@${version}`, { name, version, license, notice: noticeIn(folder) || withoutFile(author) });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** @param {string} folder */
function noticeIn(folder) {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  return files
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n');
}

/** @param {string | { name: string } | undefined} author */
function withoutFile(author) {
  const by = typeof author === 'object' ? author.name : author;
  const who = by ? `its author is ${by}` : 'it names no author';
  return `The package has no licence file; ${who}. The text of the licence is in this file under other packages.`;
}

/** @param {readonly Package[]} packages */
export const noticesOf = (packages) =>
  [
    'This program contains the following packages.',
    ...packages.map(({ name, version, license, notice }) => `${name} ${version} (${license})\n\n${notice}`),
  ].join(`\n\n${'-'.repeat(80)}\n\n`);

/** @param {string} license */
function licenseOf(license) {
  if (/ (AND|OR|WITH) /.test(license)) return { expression: license };
  return { license: /^[\w.-]+$/.test(license) ? { id: license } : { name: license } };
}

/**
 * Returns a software bill of materials in the CycloneDX 1.5 format.
 * @param {{ name: string, version: string }} program
 * @param {readonly Package[]} packages
 */
export const billOf = ({ name, version }, packages) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version } },
  components: packages.map(({ name, version, license }) => ({
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [licenseOf(license)],
  })),
});
