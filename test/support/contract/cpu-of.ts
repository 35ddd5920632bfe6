import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

type Call = () => Promise<unknown>;

/** Garbage collection, compilation and sudden changes of speed add CPU time to some measurements, but not to all. */
const MEASUREMENTS = 10;

async function least(measure: (call: Call) => Promise<number>, call: Call, wantedMs: number): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let done = 0; done < MEASUREMENTS && leastMs > wantedMs; done += 1)
    leastMs = Math.min(leastMs, (await measure(call)) / (await slowness()));
  return leastMs;
}

/** Returns the CPU time of this process for a call: the lowest of ten measurements, or the first within the limit. */
export const cpuOf = (call: Call, wantedMs: number) => least(measureCpu, call, wantedMs);

/** Returns the longest CPU time for which a call blocks this thread, measured as often as in `cpuOf`. */
export const longestHoldOf = (call: Call, wantedMs: number) => least(measureLongestHold, call, wantedMs);

const KNOWN_WORK = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, text: `entry ${at}` })));
/** The CPU time that this work takes on the machine for which the limits are set. */
const KNOWN_WORK_MS = 5.3;

/** Returns how many times as much CPU time the same work needs now, such as on a slower processor. */
async function slowness(): Promise<number> {
  return Math.max(1, (await measureCpu(async () => JSON.parse(KNOWN_WORK))) / KNOWN_WORK_MS);
}

async function measureCpu(call: Call): Promise<number> {
  const before = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the CPU time of this thread, which does not include other programs. Linux counts it in steps of 4 ms. */
const threadMs = () => Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;

async function measureLongestHold(call: Call): Promise<number> {
  let isOver = false;
  let longestMs = 0;
  const watch = async () => {
    for (let from = threadMs(); !isOver; from = threadMs()) {
      await nextTurn();
      longestMs = Math.max(longestMs, threadMs() - from);
    }
  };
  const watching = watch();
  await call().finally(() => {
    isOver = true;
  });
  await watching;
  return longestMs;
}
