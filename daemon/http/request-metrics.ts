import { Histogram, type Registry } from 'prom-client';

/** @returns a function that counts a request with its time in seconds */
export function createRequestMetrics(registry: Registry) {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of the request to its response',
    labelNames: ['endpoint', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  /** The series are cached, because finding one by endpoint and status costs more than adding a value to it. */
  const series = new Map<string, ReturnType<typeof requests.labels>>();
  const seriesOf = (endpoint: string, status: number) => {
    const name = `${endpoint} ${status}`;
    const known = series.get(name) ?? requests.labels({ endpoint, status });
    series.set(name, known);
    return known;
  };
  return (endpoint: string, status: number, seconds: number) => seriesOf(endpoint, status).observe(seconds);
}
