import { Gauge, type Registry } from 'prom-client';

/** Figures that are read from the database on request. If the database does not respond, they are omitted. */
export interface StateSources {
  backlog: () => Promise<{
    stages: { stage: string; waiting: number; overdueSeconds: number }[];
    endpoints: Record<string, number>;
  }>;
  keyPools: () => Promise<{ pool: string; keysLeft: number }[]>;
  jobs: () => Promise<{ job: string; failed: boolean; overdueSeconds: number }[]>;
}

/** @returns a function that updates the gauges */
export function createStateGauges(registry: Registry, sources: StateSources): () => Promise<void> {
  const gauge = (name: string, help: string, label: string) =>
    new Gauge({ name, help, labelNames: [label], registers: [registry] });
  const waiting = gauge(
    'redeemd_messages_waiting',
    'Messages waiting to be sent, across all daemons, up to 100,000',
    'stage',
  );
  const overdue = gauge(
    'redeemd_messages_overdue_seconds',
    'Time since the oldest waiting message became due',
    'stage',
  );
  const endpoints = gauge(
    'redeemd_webhook_endpoints',
    'Webhook endpoints: active, paused after failures, or off',
    'state',
  );
  const keysLeft = gauge('redeemd_key_pool_keys_left', 'Unused keys of the 100 emptiest key pools', 'pool');
  const failed = gauge('redeemd_job_failed', '1 if the last run of the job failed; the daemon will retry it', 'job');
  const late = gauge(
    'redeemd_job_overdue_seconds',
    'Time since the oldest unfinished period of the job became due',
    'job',
  );
  return async () => {
    const [backlog, pools, jobs] = await Promise.all([
      sources.backlog().catch(() => null),
      sources.keyPools().catch(() => []),
      sources.jobs().catch(() => []),
    ]);
    for (const one of [waiting, overdue, endpoints, keysLeft, failed, late]) one.reset();
    for (const { pool, keysLeft: left } of pools) keysLeft.set({ pool }, left);
    for (const { stage, ...figures } of backlog?.stages ?? []) {
      waiting.set({ stage }, figures.waiting);
      overdue.set({ stage }, figures.overdueSeconds);
    }
    for (const [state, count] of Object.entries(backlog?.endpoints ?? {})) endpoints.set({ state }, count);
    for (const { job, ...state } of jobs) {
      failed.set({ job }, Number(state.failed));
      late.set({ job }, state.overdueSeconds);
    }
  };
}
