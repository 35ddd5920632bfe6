import { Counter, Gauge, type Registry } from 'prom-client';

export interface ReplicaSource {
  behindMs: () => number | null;
  failedReads: () => number;
}

export function createReplicaMetrics(registry: Registry, { behindMs, failedReads }: ReplicaSource): void {
  new Gauge({
    name: 'redeemd_replica_up',
    help: '1 where the replica of REDEEMD_READ_URL can be asked',
    registers: [registry],
    collect() {
      this.set(behindMs() === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'redeemd_replica_lag_seconds',
    help: 'How far the replica is behind the primary; NaN where it cannot be asked',
    registers: [registry],
    collect() {
      this.set((behindMs() ?? Number.NaN) / 1000);
    },
  });
  new Counter({
    name: 'redeemd_replica_failed_reads_total',
    help: 'Reads that failed on the replica, so that the primary answered them',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(failedReads());
    },
  });
}
