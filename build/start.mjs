// `npm start` and `npm run redeemd -- …`: installs and builds the daemon if needed, then runs it in this same process,
// so that signals and exit codes are the daemon's own. Only the daemon writes to stdout.
import { bundle } from './bundle.mjs';
import { startInstall } from './install.mjs';
import { ensurePortal } from './portal-build.mjs';
import { ensureSdkScripts } from './sdk-build.mjs';

try {
  const { packages, native } = startInstall('serve');
  // The daemon's native code is compiled while the rest is installed and built.
  await Promise.all([native, packages.then(build)]);
} catch (error) {
  process.stderr.write(`redeemd could not be prepared: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
if (process.env.npm_lifecycle_event) endWithNpm();
process.setSourceMapsEnabled(true);
await import(new URL('../daemon/dist/main.js', import.meta.url).href);

/** npm passes SIGTERM to its shell, which ends without passing it on; so the end of the shell counts as a SIGTERM. */
function endWithNpm() {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}

async function build() {
  await bundle();
  if (!willServe(process.argv[2])) return;
  // The daemon also runs without the Portal and without the SDK for web pages.
  if (!ensurePortal()) process.stderr.write('The Portal could not be built.\n');
  try {
    ensureSdkScripts();
  } catch (error) {
    process.stderr.write(`The SDK could not be built: ${error instanceof Error ? error.message : error}\n`);
  }
}

/**
 * Commands such as `verify` serve no Portal.
 * @param {string | undefined} command
 */
function willServe(command) {
  return command === undefined || command === 'serve' || command === 'demo';
}
