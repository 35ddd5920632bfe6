/** Work that no response waits for, so that its duration reveals nothing to the client. */
export interface Background {
  /** Runs the work after all earlier work. If too much is waiting, the new work is dropped. */
  add(work: () => Promise<unknown>): void;
  /** Resolves when all work has ended. */
  idle(): Promise<void>;
}

/** @param most the maximum number of unfinished pieces of work */
export function createBackground(most: number, onError: (error: unknown) => void): Background {
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    add(work) {
      if (waiting >= most) return;
      waiting += 1;
      last = last
        .then(work)
        .then(() => {}, onError)
        .finally(() => {
          waiting -= 1;
        });
    },
    idle: () => last,
  };
}
