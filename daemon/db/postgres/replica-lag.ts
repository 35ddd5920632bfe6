/** A position in the write-ahead log of Postgres, in bytes. */
export type Position = number | bigint;

/** How far behind its primary a replica is, without a clock of either server. */
export interface ReplicaLag {
  /** The primary's position, asked for at the instant `at`: what was committed before `at` lies before `position`. */
  primaryWas(position: Position, at: number): void;
  /** What the replica has replayed. */
  replicaIs(replayed: Position): void;
  /** The replica cannot be asked, until it tells what it has replayed again. */
  lost(): void;
  /** For how long the replica lacks what was committed; null where it cannot be asked. */
  behindMs(now: number): number | null;
  /** Whether the replica has everything that was committed before this instant. */
  hasAllBefore(at: number): boolean;
  hasReplayed(position: Position): boolean;
}

interface Sample {
  position: Position;
  at: number;
}

const MOST_SAMPLES = 1000;

/** Instants are those of a clock that only goes forward, such as `performance.now()`. */
export function createReplicaLag(): ReplicaLag {
  let samples: Sample[] = [];
  let replayed: Position | null = null;
  let upTo = Number.NEGATIVE_INFINITY;
  return {
    primaryWas(position, at) {
      // A replica with more than its primary has another history than the primary, after a change of roles.
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
