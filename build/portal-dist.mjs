// `npm run portal:dist [-- --linux deb]`: builds the desktop app and packs it. Arguments go to electron-builder.
// REDEEMD_UPDATES_URL: the address from which the packed app fetches newer versions; without it, it looks for none.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureDesktop } from './desktop-build.mjs';
import { install } from './install.mjs';
import { root } from './paths.mjs';
import { ensurePortal } from './portal-build.mjs';

const { REDEEMD_UPDATES_URL: feed } = process.env;
if (feed && !URL.parse(feed)?.protocol.startsWith('https')) fail('REDEEMD_UPDATES_URL must be an https address.');
install();
if (!ensurePortal() || !ensureDesktop()) fail('The Portal could not be built.');

const updates = feed ? ['-c.publish.provider=generic', `-c.publish.url=${feed}`] : [];
const args = ['--config', 'build/electron-builder.yml', '--publish', 'never', ...updates, ...process.argv.slice(2)];
const builder = join(root, 'node_modules/electron-builder/cli.js');
const { status } = spawnSync(process.execPath, [builder, ...args], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
