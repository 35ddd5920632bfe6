// Packages the desktop app (`npm run portal:dist [-- --linux deb]`); arguments go to electron-builder. The packaged app
// fetches newer versions from REDEEMD_UPDATES_URL. If that is not set, the app does not check for updates.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDesktop } from './desktop-build.mjs';
import { install } from './install.mjs';
import { root } from './paths.mjs';

/**
 * Builds the app if needed, and packages it. Throws an error if packaging cannot start.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdio?: 'inherit' | 'pipe' }} [options]
 */
export function packPortal(args, { env = process.env, stdio = 'inherit' } = {}) {
  const { REDEEMD_UPDATES_URL: feed } = env;
  if (feed && URL.parse(feed)?.protocol !== 'https:') throw new Error('REDEEMD_UPDATES_URL must be an https address.');
  if (!ensureDesktop()) throw new Error('The Portal could not be built.');
  const updates = feed ? ['-c.publish.provider=generic', `-c.publish.url=${feed}`] : [];
  const builder = join(root, 'node_modules/electron-builder/cli.js');
  const all = ['--config', 'build/electron-builder.yml', '--publish', 'never', ...updates, ...args];
  return spawnSync(process.execPath, [builder, ...all], { cwd: root, env, stdio, encoding: 'utf8' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await install('all');
    process.exitCode = packPortal(process.argv.slice(2)).status ?? 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
