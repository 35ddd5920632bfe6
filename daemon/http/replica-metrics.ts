import { Counter, Gauge, type Registry } from 'prom-client';

export interface ReplicaSource {
  behindMs: () => number | null;
  failedReads: () => number;
}

export function createReplicaMetrics(registry: Registry, { behindMs, failedReads }: ReplicaSource): void {
  new Gauge({
    name: 'redeemd_replica_up',
    help: '1 if the replica in REDEEMD_READ_URL is usable, else 0',
    registers: [registry],
    collect() {
      this.set(behindMs() === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'redeemd_replica_lag_seconds',
    help: 'Lag of the replica behind the primary; NaN if the replica is not usable',
    registers: [registry],
    collect() {
      this.set((behindMs() ?? Number.NaN) / 1000);
    },
  });
  new Counter({
    name: 'redeemd_replica_failed_reads_total',
    help: 'Reads that failed on the replica and were answered by the primary',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(failedReads());
    },
  });
}
