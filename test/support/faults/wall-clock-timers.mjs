// Preloaded into a daemon's process (`node --import`): its intervals follow the wall clock, as those of cron do. A clock
// that is set back then delays each interval by as much.
const set = globalThis.setTimeout;
const LONG_MS = 60_000;
/** Intervals of a second and less, and whether each waits for a clock that was set back. */
const frequent = new Map();
let isReported = false;

/** On stderr, as a line of the daemon's log: from now on none of these intervals runs before the wall clock is right. */
function report() {
  if (isReported || ![...frequent.values()].every(Boolean)) return;
  isReported = true;
  process.stderr.write(`${JSON.stringify({ msg: 'All intervals wait for the wall clock' })}\n`);
}

/** @type {any} */ (globalThis).setInterval = (/** @type {() => void} */ work, /** @type {number} */ ms) => {
  let at = Date.now() + ms;
  /** @type {NodeJS.Timeout} */
  let timer;
  const self = {};
  const wait = () => {
    if (ms <= 1000) frequent.set(self, at - Date.now() > LONG_MS);
    report();
    timer = set(
      () => {
        if (Date.now() >= at) {
          at += ms;
          work();
        }
        wait();
      },
      Math.max(1, at - Date.now()),
    ).unref();
  };
  wait();
  return {
    unref() {
      return this;
    },
    [Symbol.toPrimitive]: () => Number(timer),
    close: () => {
      frequent.delete(self);
      clearTimeout(timer);
    },
  };
};
