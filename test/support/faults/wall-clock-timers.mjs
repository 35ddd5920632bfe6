// Preloaded into a daemon's process (`node --import`): its intervals follow the wall clock, as cron does. If the clock
// is set back, each interval is delayed by the same time.
const set = globalThis.setTimeout;
const LONG_MS = 60_000;
/** The intervals of up to a second, and whether each is waiting for a clock that was set back. */
const frequent = new Map();
let isReported = false;

/** Prints a line like the daemon's to stderr when all of these intervals are waiting for the wall clock. */
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
