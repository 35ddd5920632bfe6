import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { sha256Hex } from '../lib/secrets.ts';
import { VERSION } from '../lib/version.ts';
import { createEventLogMetrics, type EventLogSource } from './event-log-metrics.ts';
import { type FigureSources, figuresOf, sampled } from './metric-figures.ts';
import { createReplicaMetrics, type ReplicaSource } from './replica-metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';
import { createStateGauges, type StateSources } from './state-gauges.ts';

export interface Metrics {
  observeRequest(endpoint: string, status: number, seconds: number): void;
  observeBatch(kind: string, weight: number): void;
  /** Counts an attempt to deliver a message to a webhook endpoint, by its outcome. */
  observeDelivery(outcome: string): void;
  /** Counts an attempt to send an email. */
  observeMail(outcome: string): void;
  observeFailedSignIn(): void;
  /** @param isReady whether `/readyz` would return 200 now */
  render(isReady: boolean): Promise<{ type: string; text: string }>;
  stop(): void;
}

export interface MetricSources extends FigureSources, StateSources {
  /** The replica, if any: how far behind it is (null if it is not usable), and how many reads failed there. */
  replica?: ReplicaSource;
  /** The log of SDK events, if the database does not store them. */
  eventLog?: EventLogSource;
}

/** Creates a registry for each daemon, so that several daemons can run in one process (in tests). */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // These gauges are removed, because Prometheus reserves `_total` for counters. The gauges by type contain the same
  // figures.
  for (const kind of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const observeRequest = createRequestMetrics(registry);
  const batches = new Histogram({
    name: 'redeemd_batch_size',
    help: 'Requests, payments or SDK events per batch transaction',
    labelNames: ['kind'],
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000],
    registers: [registry],
  });
  const tries = (name: string, help: string) => {
    const counter = new Counter({ name, help, labelNames: ['outcome'], registers: [registry] });
    // Each outcome starts at zero, so that a rate includes the first attempt.
    for (const outcome of ['delivered', 'again', 'failed']) counter.inc({ outcome }, 0);
    return counter;
  };
  const deliveries = tries(
    'redeemd_webhook_tries_total',
    'Attempts to deliver a message to a webhook endpoint, by outcome: delivered, again (will be retried) or failed',
  );
  const mails = tries(
    'redeemd_mail_tries_total',
    'Attempts to send an email, by outcome: delivered, again (will be retried) or failed',
  );
  const failedSignIns = new Counter({
    name: 'redeemd_sign_ins_failed_total',
    help: 'Failed sign-ins: wrong password, code or link',
    registers: [registry],
  });
  for (const figure of figuresOf(sources)) sampled(registry, figure);
  new Gauge({
    name: 'redeemd_build_info',
    help: 'Always 1; the label contains the version',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: VERSION }, 1);
  const ready = new Gauge({ name: 'redeemd_ready', help: '1 if /readyz returns 200, else 0', registers: [registry] });
  if (sources.replica) createReplicaMetrics(registry, sources.replica);
  if (sources.eventLog) createEventLogMetrics(registry, sources.eventLog);
  const showState = createStateGauges(registry, sources);
  return {
    observeRequest,
    observeBatch: (kind, weight) => batches.observe({ kind }, weight),
    observeDelivery: (outcome) => deliveries.inc({ outcome }),
    observeMail: (outcome) => mails.inc({ outcome }),
    observeFailedSignIn: () => failedSignIns.inc(),
    async render(isReady) {
      ready.set(Number(isReady));
      await showState();
      return { type: registry.contentType, text: await registry.metrics() };
    },
    stop: () => registry.clear(),
  };
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Returns whether a request may read metrics. If a token is set, the request must contain it; otherwise the request
 * must come from this machine and through no proxy.
 */
export function mayReadMetrics({ headers }: IncomingMessage, peer: string, token: string | undefined): boolean {
  const proxied = PROXY_HEADERS.some((name) => headers[name] !== undefined);
  if (token === undefined) return !proxied && LOOPBACK.test(peer);
  const given = Buffer.from(sha256Hex(headers.authorization ?? ''));
  return timingSafeEqual(given, Buffer.from(sha256Hex(`Bearer ${token}`)));
}
