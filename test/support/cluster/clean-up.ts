type Step = () => void;

export interface CleanUp {
  /** Adds a step. Steps run once, the newest first, in `run` or when this process ends (except by `kill -9`). */
  add(step: Step): void;
  run(): void;
}

/** Creates clean-up steps. They are synchronous, so that no networks, mounts or processes of root are left behind. */
export function createCleanUp(): CleanUp {
  const steps: Step[] = [];
  const run = () => {
    forget();
    const faults: unknown[] = [];
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        step();
      } catch (error) {
        faults.push(error);
      }
    }
    if (faults.length > 0) throw new AggregateError(faults, `Not cleaned up: ${faults.join('; ')}`);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    run();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const forget = () => {
    process.off('exit', run);
    for (const signal of signals) process.off(signal, onSignal);
  };
  process.on('exit', run);
  for (const signal of signals) process.on(signal, onSignal);
  return { add: (step) => void steps.push(step), run };
}

/** Blocks until a condition is true, for clean-up steps. */
export function untilNow(happened: () => boolean, longestMs: number): boolean {
  const idle = new Int32Array(new SharedArrayBuffer(4));
  for (const late = performance.now() + longestMs; !happened(); Atomics.wait(idle, 0, 0, 20))
    if (performance.now() > late) return false;
  return true;
}
