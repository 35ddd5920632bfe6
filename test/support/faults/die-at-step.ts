import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../../build/paths.mjs';

interface Death {
  DIE_IN?: string;
  DIE_BY?: NodeJS.Signals;
  STEP_MS?: string;
}

/** Returns the environment of a daemon that dies at a point of its payout runs or of other work (die-at.mjs). */
export const dyingAt = (point: number, more: Death = {}) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'test/support/faults/die-at.mjs')).href}`,
  DIE_AT: String(point),
  DIE_IN: 'payout_',
  ...more,
});
