// Runs the daemon in development mode. It loads the packages immediately and the daemon when a message arrives, so a
// restart does not wait for the packages. If its parent process ends for any reason, this process ends, too.
import { once } from 'node:events';

const outPath = (/** @type {string} */ name) => new URL(`../../out/dev/${name}`, import.meta.url).href;

process.setSourceMapsEnabled(true);
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const isWanted = once(process, 'message');
await import(outPath('packages.js'));
await isWanted;
// The channel to the parent would keep a command such as `demo --fill-only` running after its work is done.
process.channel?.unref();
await import(outPath('main.js'));
