export interface SingleFlight {
  /**
   * Resolves at the end of a run that begins after this call, so the run sees all earlier changes. Callers that arrive
   * during a run share the next one.
   */
  run(): Promise<void>;
  /** Starts a run, or returns the one in progress. */
  runIfIdle(): Promise<void>;
  /** Resolves when the current run has ended, even if it failed. */
  idle(): Promise<void>;
}

/** Creates work of which at most one run is in progress at a time. */
export function createSingleFlight(work: () => Promise<void>): SingleFlight {
  let inProgress: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  const begin = () => {
    const mine = work().finally(() => {
      inProgress = null;
    });
    inProgress = mine;
    return mine;
  };
  const runIfIdle = () => inProgress ?? begin();
  const idle = async () => {
    await inProgress?.catch(() => {});
  };
  return {
    run() {
      if (!inProgress) return begin();
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
