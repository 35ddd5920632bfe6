// Starts development mode (`npm run dev`): the daemon with demo data and the Portal from vite's dev server, at one
// address. Both reload when their sources change. `-- --role finance` chooses the demo account that the Portal is
// signed in with; `npm run portal -- --dev` also starts the desktop app.
import { parseArgs } from 'node:util';
import { endWithNpm } from './end-with-npm.mjs';
import { install } from './install.mjs';

try {
  const { role } = parseArgs({ options: { role: { type: 'string', default: 'owner' } } }).values;
  await install('serve');
  endWithNpm();
  const { startDev } = await import('./dev/start-dev.mjs');
  await startDev({ role });
} catch (error) {
  process.stderr.write(`Development mode could not start: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
