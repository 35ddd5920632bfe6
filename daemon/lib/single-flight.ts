export interface SingleFlight {
  /**
   * Resolves with a run that begins after this call, so that it sees what was done before. Callers who come while one is
   * under way share the one that follows it.
   */
  run(): Promise<void>;
  /** Begins a run where none is under way. */
  runIfIdle(): Promise<void>;
  /** Resolves once the run under way has ended, however it ends. */
  idle(): Promise<void>;
}

/** Work of which at most one run is under way at a time. */
export function createSingleFlight(work: () => Promise<void>): SingleFlight {
  let underWay: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  const begin = () => {
    const mine = work().finally(() => {
      underWay = null;
    });
    underWay = mine;
    return mine;
  };
  const runIfIdle = () => underWay ?? begin();
  const idle = async () => {
    await underWay?.catch(() => {});
  };
  return {
    run() {
      if (!underWay) return begin();
      following ??= idle().then(() => {
        following = null;
        return runIfIdle();
      });
      return following;
    },
    runIfIdle,
    idle,
  };
}
