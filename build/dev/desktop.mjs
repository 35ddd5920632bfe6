// Runs the desktop app in development mode. electron-vite builds the main process and the preload, and restarts the app
// when they change.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { BASE } from './page-plugin.mjs';
import { outcomeOf, track } from './processes.mjs';

const electronVite = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
/** `npm run portal` and the tests use another folder, out/desktop. */
const OUT = 'out/dev/desktop';
/** This folder is separate from the data of an installed app. */
const dataFolder = join(root, 'data/dev-portal');

/**
 * Runs the app until the user closes it.
 * @param {string} url the address of development mode
 * @param {string} electron the path of Electron's program
 * @param {string[]} args arguments for the app
 * @returns {Promise<string | null>} how it failed, or null
 */
export function runDesktop(url, electron, args) {
  connectTo(url);
  const options = ['--outDir', OUT, '--entry', `${OUT}/main/index.cjs`, '--', `--user-data-dir=${dataFolder}`, ...args];
  const env = { ...process.env, ELECTRON_EXEC_PATH: electron, ELECTRON_RENDERER_URL: `${url}${BASE}` };
  const child = spawn(process.execPath, [electronVite, 'dev', '--watch', ...options], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  return outcomeOf(track(child));
}

/**
 * Saves this daemon as the app's connection, so the app does not ask for a server.
 * @param {string} url
 */
function connectTo(url) {
  const connections = { current: url, known: [{ url, name: null, colour: null, environment: null }] };
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(join(dataFolder, 'connections.json'), JSON.stringify(connections));
}
