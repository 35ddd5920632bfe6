// The daemon's process in development mode. It loads the packages at once and the daemon when it is told to, so that a
// restart does not wait for the packages. It ends when the process that started it is gone, however that ended.
import { once } from 'node:events';

const outPath = (/** @type {string} */ name) => new URL(`../../out/dev/${name}`, import.meta.url).href;

process.setSourceMapsEnabled(true);
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const isWanted = once(process, 'message');
await import(outPath('packages.js'));
await isWanted;
// A command such as `demo --fill-only` ends when its work is done.
process.channel?.unref();
await import(outPath('main.js'));
