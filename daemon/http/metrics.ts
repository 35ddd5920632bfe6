import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { sha256Hex } from '../lib/secrets.ts';

export interface Metrics {
  observeRequest(endpoint: string, status: number, seconds: number): void;
  observeBatch(kind: string, weight: number): void;
  /** A try to bring a message to an endpoint, by what came of it. */
  observeDelivery(outcome: string): void;
  render(): Promise<{ type: string; text: string }>;
  stop(): void;
}

/** A registry of its own, so that several daemons can live in one process (tests do). */
export function createMetrics(underWay: () => number): Metrics {
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
    help: 'Tries to bring a message to an endpoint, by outcome: delivered, again or failed',
    labelNames: ['outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'redeemd_requests_under_way',
    help: 'Requests that wait for their answer',
    registers: [registry],
    collect() {
      this.set(underWay());
    },
  });
  return {
    observeRequest: (endpoint, status, seconds) => requests.observe({ endpoint, status }, seconds),
    observeBatch: (kind, weight) => batches.observe({ kind }, weight),
    observeDelivery: (outcome) => deliveries.inc({ outcome }),
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    stop: () => registry.clear(),
  };
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Loopback itself (a proxy on this machine says for whom it asks), or who knows the token. */
export function mayReadMetrics(request: IncomingMessage, token: string | undefined): boolean {
  const proxied = PROXY_HEADERS.some((name) => request.headers[name] !== undefined);
  if (!proxied && LOOPBACK.test(request.socket.remoteAddress ?? '')) return true;
  if (token === undefined) return false;
  const given = Buffer.from(sha256Hex(request.headers.authorization ?? ''));
  return timingSafeEqual(given, Buffer.from(sha256Hex(`Bearer ${token}`)));
}
