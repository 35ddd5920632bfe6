// `npm start` and `npm run redeemd -- …`: makes sure that the daemon is installed and built, then becomes it.
// One process, so that signals and exit codes are the daemon's own. stdout belongs to the daemon too.
import { bundle } from './bundle.mjs';
import { install } from './install.mjs';
import { ensurePortal } from './portal-build.mjs';
import { ensureSdk } from './sdk-build.mjs';

try {
  install();
  await bundle();
} catch (error) {
  process.stderr.write(`redeemd could not be prepared: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
if (willServe(process.argv[2])) {
  // A daemon without its Portal, or without the SDK it hands to web pages, is still a daemon.
  if (!ensurePortal()) process.stderr.write('The Portal could not be built.\n');
  await ensureSdk().catch((error) => process.stderr.write(`The SDK could not be built: ${error}\n`));
}
if (process.env.npm_lifecycle_event) endWithNpm();
process.setSourceMapsEnabled(true);
await import(new URL('../daemon/dist/main.js', import.meta.url).href);

/** npm hands a SIGTERM to its shell, which dies of it and tells us nothing: then it is meant for us. */
function endWithNpm() {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}

/** Commands such as `verify` show no Portal. @param {string | undefined} command */
function willServe(command) {
  return command === undefined || command === 'serve' || command === 'demo';
}
