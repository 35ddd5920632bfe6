import { codeWindow } from '../../texts/code-window.ts';
import { codes } from '../../texts/codes.ts';

interface Dates {
  starts_at: string | null;
  ends_at: string | null;
}

/** Returns how the dates of a code exclude the current time; null if they do not. @param now in ms */
export function windowState({ starts_at, ends_at }: Dates, now: number): 'notStarted' | 'expired' | null {
  if (starts_at !== null && now < Date.parse(starts_at)) return 'notStarted';
  return ends_at !== null && now >= Date.parse(ends_at) ? 'expired' : null;
}

/** Returns the state of a code, whatever the state of its campaign. An active code also needs to be within its dates. */
export function codeState(code: Dates & { active: 'Y' | 'N' }, now: number): 'off' | 'notStarted' | 'expired' | 'on' {
  return code.active === 'N' ? 'off' : (windowState(code, now) ?? 'on');
}

export const CODE_STATES = { off: codes.off, on: codes.on, ...codeWindow.states };
