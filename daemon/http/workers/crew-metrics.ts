import { Counter, Gauge, type Registry } from 'prom-client';
import { sampled } from '../metric-figures.ts';
import type { CrewFigures } from './crew-figures.ts';

/** What `/metrics` shows of the workers themselves. The figures of their requests are in those of all requests. */
export function createCrewMetrics(registry: Registry, crew: CrewFigures): void {
  sampled(registry, {
    name: 'redeemd_http_workers',
    help: 'HTTP workers that take requests',
    read: () => crew.living().size,
  });
  sampled(registry, {
    name: 'redeemd_http_workers_ended_total',
    help: 'HTTP workers that ended without being told to; each was replaced',
    read: crew.endedByThemselves,
  });
  const registers = [registry];
  const labelNames = ['worker'];
  new Counter({
    name: 'redeemd_http_worker_cpu_seconds_total',
    help: 'Time of a core that an HTTP worker has used',
    ...{ labelNames, registers },
    collect() {
      this.reset();
      for (const [worker, { cpuSeconds }] of crew.living()) this.inc({ worker }, cpuSeconds);
    },
  });
  new Gauge({
    name: 'redeemd_http_worker_resident_memory_bytes',
    help: 'Memory of an HTTP worker',
    ...{ labelNames, registers },
    collect() {
      this.reset();
      for (const [worker, { residentBytes }] of crew.living()) this.set({ worker }, residentBytes);
    },
  });
}
