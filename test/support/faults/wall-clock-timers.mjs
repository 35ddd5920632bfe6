// Preloaded into a daemon's process (`node --import`): its intervals follow the wall clock, as those of cron do. A clock
// that is set back then delays each interval by as much.
const set = globalThis.setTimeout;

/** @type {any} */ (globalThis).setInterval = (/** @type {() => void} */ work, /** @type {number} */ ms) => {
  let at = Date.now() + ms;
  /** @type {NodeJS.Timeout} */
  let timer;
  const wait = () => {
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
    close: () => clearTimeout(timer),
  };
};
