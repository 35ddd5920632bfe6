// Installs and builds the daemon if needed (`npm start` and `npm run redeemd -- …`), then runs it in the same process,
// so that the daemon itself receives signals and sets the exit code. Only the daemon writes to stdout.
import { bundle } from './bundle.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { startInstall } from './install.mjs';
import { ensurePortal } from './portal-build.mjs';
import { ensureSdk } from './sdk-build.mjs';

try {
  const { packages, native } = startInstall('serve');
  // The daemon's native code is compiled while the other parts are installed and built.
  await Promise.all([native, packages.then(build)]);
} catch (error) {
  process.stderr.write(`redeemd could not be prepared: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
endWithNpm();
process.setSourceMapsEnabled(true);
await import(new URL('../daemon/dist/main.js', import.meta.url).href);

async function build() {
  await bundle();
  if (!willServe(process.argv[2])) return;
  // The daemon also runs without the Portal or the SDK for web pages.
  if (!ensurePortal()) process.stderr.write('The Portal could not be built.\n');
  try {
    ensureSdk();
  } catch (error) {
    process.stderr.write(`The SDK could not be built: ${error instanceof Error ? error.message : error}\n`);
  }
}

/**
 * Returns whether the command serves the Portal. Commands such as `verify` do not.
 * @param {string | undefined} command
 */
function willServe(command) {
  return command === undefined || command === 'serve' || command === 'demo';
}
