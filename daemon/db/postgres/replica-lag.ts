/** A position in the write-ahead log of Postgres, in bytes. */
export type Position = number | bigint;

/** Measures how far a replica is behind its primary, without using either server's clock. */
export interface ReplicaLag {
  /** Records the primary's position, requested at `at`: it includes all commits from before `at`. */
  primaryWas(position: Position, at: number): void;
  /** Records the replica's replayed position. */
  replicaIs(replayed: Position): void;
  /** Records that the replica cannot be reached, until `replicaIs` is called again. */
  lost(): void;
  /** Returns how far the replica is behind, in ms; null if it cannot be reached or the lag is not yet known. */
  behindMs(now: number): number | null;
  /** Returns whether the replica has all commits from before this instant. */
  hasAllBefore(at: number): boolean;
  hasReplayed(position: Position): boolean;
}

interface Sample {
  position: Position;
  at: number;
}

const MOST_SAMPLES = 1000;

/** Creates a measurement. Instants come from a monotonic clock, such as `performance.now()`. */
export function createReplicaLag(): ReplicaLag {
  let samples: Sample[] = [];
  let replayed: Position | null = null;
  let upTo = Number.NEGATIVE_INFINITY;
  return {
    primaryWas(position, at) {
      // A replica that is ahead of its primary has a different history, such as after a failover.
      if (replayed !== null && position < replayed) replayed = null;
      samples.push({ position, at });
      if (samples.length > MOST_SAMPLES) samples = samples.filter((_, index) => index % 2 === 0 || index > 900);
    },
    replicaIs(position) {
      replayed = position;
      const first = samples.findIndex((sample) => sample.position > position);
      const has = first < 0 ? samples : samples.slice(0, first);
      upTo = Math.max(upTo, has.at(-1)?.at ?? upTo);
      samples = samples.slice(has.length);
    },
    lost() {
      replayed = null;
    },
    behindMs: (now) => (replayed === null || upTo === Number.NEGATIVE_INFINITY ? null : now - upTo),
    hasAllBefore: (at) => replayed !== null && at < upTo,
    hasReplayed: (position) => replayed !== null && replayed >= position,
  };
}
