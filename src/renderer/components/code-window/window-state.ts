import { codeWindow } from '../../texts/code-window.ts';
import { codes } from '../../texts/codes.ts';

interface Dates {
  starts_at: string | null;
  ends_at: string | null;
}

/**
 * Returns whether a code's period has not started yet or is over; null if the code is within its dates.
 * @param now in ms
 */
export function windowState({ starts_at, ends_at }: Dates, now: number): 'notStarted' | 'expired' | null {
  if (starts_at !== null && now < Date.parse(starts_at)) return 'notStarted';
  return ends_at !== null && now >= Date.parse(ends_at) ? 'expired' : null;
}

/**
 * Returns the state of a code, regardless of its campaign. A code is `on` only if it is active and within its dates.
 */
export function codeState(code: Dates & { active: 'Y' | 'N' }, now: number): 'off' | 'notStarted' | 'expired' | 'on' {
  return code.active === 'N' ? 'off' : (windowState(code, now) ?? 'on');
}

export const CODE_STATES = { off: codes.off, on: codes.on, ...codeWindow.states };
