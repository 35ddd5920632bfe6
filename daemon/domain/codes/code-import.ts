import { normalizeCode } from '../../contract/code-values.ts';
import { fieldFault } from '../../contract/field-faults.ts';
import type { FieldFault } from '../../contract/refusals.ts';
import type { Pace } from '../../lib/pace.ts';
import type { CodeWindow } from './code-window.ts';

/** The values for missing columns and blank cells. */
export interface CodeDefaults extends CodeWindow {
  name?: string | undefined;
  root_url?: string | undefined;
  usage_limit?: number | null | undefined;
  active?: 'Y' | 'N' | undefined;
  rewards_json?: string | undefined;
  key_pool_id?: number | null | undefined;
  tags?: readonly string[] | undefined;
}

/** A line of the file: the code and its fields that differ from the defaults. */
export interface ImportedCode extends CodeDefaults {
  line: number;
  code: string;
}

export const withNorm = <T extends { code: string }>(line: T) => ({ ...line, norm: normalizeCode(line.code) });

const MAX_REWARDS_BYTES = 256 * 1024 * 1024;

/** Returns a fault if the rewards of all codes together are too large. Each code stores its own copy. */
export const rewardsFault = (rewardsJson: string, count: number): FieldFault | null =>
  Buffer.byteLength(rewardsJson) * count > MAX_REWARDS_BYTES
    ? fieldFault('', ['rewards_json'], 'all_rewards_too_large')
    : null;

const MAX_STEP_BYTES = 1_048_576;

/**
 * Returns the initial, minimum and maximum number of codes that a step stores. Each code has its own copy of the
 * rewards, so large rewards need small steps.
 */
export function firstPace({ rewards_json = '' }: { rewards_json?: string | undefined }): Pace {
  const most = Math.max(1, Math.min(500, Math.floor(MAX_STEP_BYTES / (rewards_json.length + 1))));
  return { size: Math.min(most, 100), least: 100, most };
}
