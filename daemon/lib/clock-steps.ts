import type { Clock } from './clock.ts';

/** How far a wall clock deviated from the time that passed between two readings. */
export interface ClockStep {
  kind: 'ahead' | 'back' | 'still';
  /** The clock's difference from the expected time; negative if it moved backwards or stopped. */
  byMs: number;
}

/** Time servers correct far less than this between two readings unless they set the clock. */
const SMALLEST_MS = 1000;

/** If reading the two clocks took longer than this, the process was paused and the readings cannot be compared. */
const HELD_UP_MS = 200;

/**
 * Compares the wall clock with the monotonic one, which operators and time servers cannot set.
 * @returns a function that returns how far the wall clock deviated since the last call, or null if it did not
 */
export function createStepWatch(clock: Clock, monotonic: () => number = () => performance.now()) {
  let before = { wall: clock(), at: monotonic() };
  return (): ClockStep | null => {
    const at = monotonic();
    const wall = clock();
    if (monotonic() - at > HELD_UP_MS) return null;
    const byMs = wall - before.wall - (at - before.at);
    // While a clock is frozen, the earlier reading is kept, so that the difference can reach the limit.
    if (Math.abs(byMs) < SMALLEST_MS) {
      if (wall !== before.wall) before = { wall, at };
      return null;
    }
    const kind = wall === before.wall ? 'still' : byMs > 0 ? 'ahead' : 'back';
    before = { wall, at };
    return { kind, byMs: Math.round(byMs) };
  };
}
