import type { Clock } from './clock.ts';

/** What a wall clock did between two looks, beyond the time that went by. */
export interface ClockStep {
  kind: 'ahead' | 'back' | 'still';
  /** How far it is off what it would show; negative where it went back or stood still. */
  byMs: number;
}

/** Far above what time servers correct without a step between two looks. */
const SMALLEST_MS = 1000;

/** A process that was held up between the readings of its two clocks cannot compare them; the next look does. */
const HELD_UP_MS = 200;

/**
 * Compares the wall clock with the monotonic one, which no operator and no time server sets.
 * @returns a look: what the clock did since the look before, null where it went on as it should
 */
export function createStepWatch(clock: Clock, monotonic: () => number = () => performance.now()) {
  let before = { wall: clock(), at: monotonic() };
  return (): ClockStep | null => {
    const at = monotonic();
    const wall = clock();
    if (monotonic() - at > HELD_UP_MS) return null;
    const byMs = wall - before.wall - (at - before.at);
    // A clock that stands still shows the same until the difference counts; only then is it compared anew.
    if (Math.abs(byMs) < SMALLEST_MS) {
      if (wall !== before.wall) before = { wall, at };
      return null;
    }
    const kind = wall === before.wall ? 'still' : byMs > 0 ? 'ahead' : 'back';
    before = { wall, at };
    return { kind, byMs: Math.round(byMs) };
  };
}
