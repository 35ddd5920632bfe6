// `npm run portal`: builds the desktop app and starts it.
import { spawn } from 'node:child_process';
import { ensureDesktop } from './desktop-build.mjs';
import { electronPath } from './find-electron.mjs';
import { install } from './install.mjs';
import { root } from './paths.mjs';

try {
  await install('all');
} catch (error) {
  fail(`The Portal could not be installed: ${error instanceof Error ? error.message : error}`);
}
if (!ensureDesktop()) fail('The Portal could not be built.');
const electron = electronPath();
if (electron === null) {
  fail(`The Portal is built, but Electron's binary is missing: npm installs it apart from the package.
Fetch it once with \`node node_modules/electron/install.js\` (it comes from GitHub; ELECTRON_MIRROR names another place),
or name an unpacked one in ELECTRON_OVERRIDE_DIST_PATH. Until then the same Portal runs in a browser:
\`npm start\`, then http://127.0.0.1:8787/portal/`);
}

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const child = spawn(electron, [root, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(`Electron could not be started: ${error.message}`));
child.on('exit', (code) => process.exit(code ?? 1));
