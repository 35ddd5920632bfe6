// Builds and starts the desktop app (`npm run portal`). `-- --dev` starts it in development mode together with the
// daemon, as `npm run dev` does; `--role finance` chooses the demo account.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ensureDesktop } from './desktop-build.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { electronPath } from './find-electron.mjs';
import { install } from './install.mjs';
import { root } from './paths.mjs';

const isDev = process.argv.includes('--dev');
try {
  await install('all');
} catch (error) {
  fail(`The Portal could not be installed: ${error instanceof Error ? error.message : error}`);
}
if (!isDev && !ensureDesktop()) fail('The Portal could not be built.');
const electron = electronPath();
if (electron === null) {
  fail(`The Portal is ${isDev ? 'installed' : 'built'}, but Electron's binary is missing: npm installs it separately.
Fetch it once with \`node node_modules/electron/install.js\` (from GitHub; set ELECTRON_MIRROR to use another source),
or set ELECTRON_OVERRIDE_DIST_PATH to an unpacked copy. Until then, use the Portal in a browser:
\`npm ${isDev ? 'run dev' : 'start'}\`, then http://127.0.0.1:8787/portal/`);
}
if (isDev) await develop(electron).catch((error) => fail(`Development mode could not start: ${error.message}`));
else run(electron);

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** @param {string} program */
function run(program) {
  const child = spawn(program, [root, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Electron could not be started: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** @param {string} program */
async function develop(program) {
  const options = /** @type {const} */ ({ dev: { type: 'boolean' }, role: { type: 'string', default: 'owner' } });
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  endWithNpm();
  const { startDev, endDev } = await import('./dev/start-dev.mjs');
  const { runDesktop } = await import('./dev/desktop.mjs');
  const { url } = await startDev({ role: values.role });
  const outcome = await runDesktop(url, program, positionals);
  if (outcome !== null) process.stderr.write(`The desktop app ${outcome}.\n`);
  await endDev(outcome === null ? 0 : 1);
}
