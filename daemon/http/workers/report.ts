import type { MetricObject, Registry } from 'prom-client';
import { droppedLines, type Log } from '../../lib/log.ts';
import type { Keyring } from '../keyring.ts';
import type { Traffic } from '../traffic.ts';
import type { ToDaemon } from './crew-messages.ts';

const REPORT_MS = 1000;

export interface ReporterParts {
  traffic: Traffic;
  keyring: Pick<Keyring, 'flush'>;
  requests: Registry;
  tell: (message: ToDaemon) => void;
  log: Log;
}

/** Tells the daemon once a second what this worker did, for `/metrics` and for the last uses of keys. */
export function createReporter({ traffic, keyring, requests, tell, log }: ReporterParts) {
  const report = async () => {
    await keyring.flush();
    const { underWay, files, refused, connections } = traffic;
    const { user, system } = process.cpuUsage();
    tell({
      kind: 'report',
      report: {
        traffic: { underWay, files, refused, connections },
        droppedLines: droppedLines(),
        cpuSeconds: (user + system) / 1e6,
        residentBytes: process.memoryUsage.rss(),
        requests: (await requests.getMetricsAsJSON()) as unknown as MetricObject[],
      },
    });
  };
  const timer = setInterval(
    () => void report().catch((error) => log.warn('A report could not be sent', { error })),
    REPORT_MS,
  ).unref();
  return { report, stop: () => clearInterval(timer) };
}
