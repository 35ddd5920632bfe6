// Builds the SDK's scripts when one of their sources changes. The daemon serves the new build from the next request on.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inTurn } from './in-turn.mjs';
import { outcomeOf, track } from './processes.mjs';

const program = fileURLToPath(new URL('../sdk-build.mjs', import.meta.url));

/** @param {ReturnType<typeof import('./reports.mjs').createReports>} reports */
export const followSdk = (reports) =>
  inTurn(async (_files, since) => {
    const outcome = await outcomeOf(
      track(spawn(process.execPath, [program, '--scripts'], { stdio: ['ignore', 2, 2] })),
    );
    if (outcome === null) reports.good(`/sdk.js is ready after ${Date.now() - since} ms`);
    else reports.fault(`The build of the SDK ${outcome}. See its last log lines above.`);
  });
