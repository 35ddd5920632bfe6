import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { droppedLines } from '../lib/log.ts';
import { sha256Hex } from '../lib/secrets.ts';
import { VERSION } from '../lib/version.ts';
import type { Traffic } from './traffic.ts';

export interface Metrics {
  observeRequest(endpoint: string, status: number, seconds: number): void;
  observeBatch(kind: string, weight: number): void;
  /** Counts a try to deliver a message to a webhook endpoint, by its outcome. */
  observeDelivery(outcome: string): void;
  render(): Promise<{ type: string; text: string }>;
  stop(): void;
}

export interface MetricSources {
  traffic: Traffic;
  writes: () => { failed: number; failing: boolean };
  /** Reads the backlog. Where the database does not answer it rejects, and the metrics leave these figures out. */
  backlog: () => Promise<{
    stages: { stage: string; waiting: number; overdueSeconds: number }[];
    endpoints: Record<string, number>;
  }>;
}

/** Each daemon has a registry of its own, so that several can run in one process (in tests). */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request’s headers to its answer',
    labelNames: ['endpoint', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const batches = new Histogram({
    name: 'redeemd_batch_size',
    help: 'What one transaction of a hot batch carried',
    labelNames: ['kind'],
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000],
    registers: [registry],
  });
  const deliveries = new Counter({
    name: 'redeemd_webhook_tries_total',
    help: 'Tries to deliver a message to a webhook endpoint, by outcome: delivered, again or failed',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const figure of figuresOf(sources)) sampled(registry, figure);
  new Gauge({
    name: 'redeemd_build_info',
    help: '1, with the version of the program',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: VERSION }, 1);
  const showBacklog = createBacklogGauges(registry, sources.backlog);
  return {
    observeRequest: (endpoint, status, seconds) => requests.observe({ endpoint, status }, seconds),
    observeBatch: (kind, weight) => batches.observe({ kind }, weight),
    observeDelivery: (outcome) => deliveries.inc({ outcome }),
    async render() {
      await showBacklog();
      return { type: registry.contentType, text: await registry.metrics() };
    },
    stop: () => registry.clear(),
  };
}

interface Figure {
  name: string;
  help: string;
  read: () => number;
}

/** What is read when the metrics are asked for. A name that ends in `_total` is a counter. */
const figuresOf = ({ traffic, writes }: MetricSources): Figure[] => [
  {
    name: 'redeemd_requests_under_way',
    help: 'Requests that wait for their answer, without files',
    read: () => traffic.underWay,
  },
  { name: 'redeemd_files_under_way', help: 'Files and pages that are being sent', read: () => traffic.files },
  {
    name: 'redeemd_requests_refused_total',
    help: 'Requests that got 503 because too many were under way',
    read: () => traffic.refused,
  },
  { name: 'redeemd_connections', help: 'Open connections of clients', read: () => traffic.connections.open },
  {
    name: 'redeemd_connections_refused_total',
    help: 'Connections beyond the most of one address',
    read: () => traffic.connections.refused,
  },
  {
    name: 'redeemd_answers_stalled_total',
    help: 'Answers that were cut because their client did not read them',
    read: () => traffic.connections.stalled,
  },
  {
    name: 'redeemd_writes_failed_total',
    help: 'Transactions that failed because the database could not write or did not answer',
    read: () => writes().failed,
  },
  {
    name: 'redeemd_writes_failing',
    help: '1 while the database keeps no writes; /readyz then answers 503',
    read: () => Number(writes().failing),
  },
  { name: 'redeemd_log_lines_dropped_total', help: 'Lines of the log that could not be written', read: droppedLines },
];

function sampled(registry: Registry, { name, help, read }: Figure) {
  const registers = [registry];
  if (!name.endsWith('_total')) {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
    return;
  }
  new Counter({
    ...{ name, help, registers },
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

function createBacklogGauges(registry: Registry, backlog: MetricSources['backlog']): () => Promise<void> {
  const gauge = (name: string, help: string, label: string) =>
    new Gauge({ name, help, labelNames: [label], registers: [registry] });
  const waiting = gauge(
    'redeemd_messages_waiting',
    'Messages of all daemons that wait to be sent, up to 100,000',
    'stage',
  );
  const overdue = gauge('redeemd_messages_overdue_seconds', 'Time since the oldest waiting message fell due', 'stage');
  const endpoints = gauge('redeemd_webhook_endpoints', 'Endpoints: active, paused after failures, or off', 'state');
  return async () => {
    for (const one of [waiting, overdue, endpoints]) one.reset();
    const found = await backlog().catch(() => null);
    for (const { stage, ...figures } of found?.stages ?? []) {
      waiting.set({ stage }, figures.waiting);
      overdue.set({ stage }, figures.overdueSeconds);
    }
    for (const [state, count] of Object.entries(found?.endpoints ?? {})) endpoints.set({ state }, count);
  };
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** With a token only who knows it; without one only loopback, and not through a proxy on this machine. */
export function mayReadMetrics(request: IncomingMessage, token: string | undefined): boolean {
  const proxied = PROXY_HEADERS.some((name) => request.headers[name] !== undefined);
  if (token === undefined) return !proxied && LOOPBACK.test(request.socket.remoteAddress ?? '');
  const given = Buffer.from(sha256Hex(request.headers.authorization ?? ''));
  return timingSafeEqual(given, Buffer.from(sha256Hex(`Bearer ${token}`)));
}
