import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../../build/paths.mjs';

/** Returns the environment of a daemon that dies at a point of its payout runs (die-at.mjs). */
export const dyingAt = (point: number, more: { DIE_BY?: NodeJS.Signals; STEP_MS?: string } = {}) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'test/support/faults/die-at.mjs')).href}`,
  DIE_AT: String(point),
  ...more,
});
