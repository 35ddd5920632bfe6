import { Gauge, type Registry } from 'prom-client';

export interface EventLogSource {
  isUp: () => boolean;
}

export function createEventLogMetrics(registry: Registry, { isUp }: EventLogSource): void {
  new Gauge({
    name: 'redeemd_event_log_up',
    help: '1 if the event log in REDEEMD_EVENTS_URL responds and stores events, else 0 (and SDK events get 503)',
    registers: [registry],
    collect() {
      this.set(Number(isUp()));
    },
  });
}
