import { normalizeCode } from '../../contract/code-values.ts';

/** Much longer than a step, and short enough that another daemon soon continues the job of a killed daemon. */
export const LEASE_MS = 4000;

export const withNorm = <T extends { code: string }>(line: T) => ({ ...line, norm: normalizeCode(line.code) });

const SIZES = { least: 100, most: 500 };
const SHORT_MS = 25;
const LONG_MS = 50;
const MAX_BYTES = 1_048_576;

/** How many codes a step writes, so that none holds up others for long. */
export interface Pace {
  size: number;
  most: number;
}

/** Every code carries its own copy of the rewards, so large rewards mean smaller steps. */
export function firstPace({ rewards_json = '' }: { rewards_json?: string | undefined }): Pace {
  const most = Math.max(1, Math.min(SIZES.most, Math.floor(MAX_BYTES / (rewards_json.length + 1))));
  return { size: Math.min(most, SIZES.least), most };
}

/** Smaller after a long step, but not too small: each step has a fixed cost. */
export function paceAfter({ size, most }: Pace, ms: number): Pace {
  if (ms > LONG_MS) return { most, size: Math.min(most, Math.max(SIZES.least, Math.floor(size / 2))) };
  return { most, size: ms < SHORT_MS ? Math.min(most, size * 2) : size };
}

/** A pause as long as the step, so that requests of players get half of the time. */
export const pauseAfter = (ms: number): number => Math.max(1, Math.min(ms, LONG_MS));
