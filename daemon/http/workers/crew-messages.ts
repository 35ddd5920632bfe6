import type { MetricObject } from 'prom-client';
import type { PaymentRequestItem } from '../../features/payments/payment-rules.ts';
import type { RedeemItem } from '../../features/redemptions/redeem-rules.ts';
import type { SdkEventItem } from '../../features/sdk-events/sdk-event-rules.ts';
import type { Principal } from '../authenticate.ts';
import type { TrafficFigures } from '../metric-figures.ts';
import type { SentFault } from './sent-faults.ts';

/** The place of the line in a worker's descriptors, behind stdin, stdout, stderr and Node's own channel. */
export const LINE_FD = 4;

/** What a worker must know before it takes requests. */
export interface WorkerSettings {
  host: string;
  port: number;
  /** Of the daemon's socket, to which the worker passes on what it does not answer. */
  daemonSocket: string;
  logLevel: string;
  trustedHops: number;
  maxPerAddress: number | null;
  maxUnderWay: number;
  maxFiles: number;
  stallMs: number;
  /** True where a replica answers reads: then the daemon must hear of each write before its client does. */
  tellsWrites: boolean;
}

/** What a worker asks of the daemon. */
export type Question =
  | { kind: 'redeem'; item: RedeemItem }
  | { kind: 'pay'; item: PaymentRequestItem }
  | { kind: 'ingest'; items: SdkEventItem[] }
  | { kind: 'keys' }
  | { kind: 'uses'; uses: readonly [number, number][] }
  | { kind: 'currency' }
  | { kind: 'count'; principal: Principal; ip: string }
  | { kind: 'wrote'; keyId: number };

/** What a worker tells of itself, each second and before it ends. */
export interface WorkerReport {
  traffic: TrafficFigures;
  droppedLines: number;
  cpuSeconds: number;
  residentBytes: number;
  /** Its times of requests, as prom-client adds them up. */
  requests: MetricObject[];
}

export type ToDaemon =
  /** The questions of one turn of the worker's event loop, numbered from `first` on. */
  | { kind: 'ask'; first: number; questions: Question[] }
  | { kind: 'listening' }
  | { kind: 'failed'; fault: SentFault }
  | { kind: 'report'; report: WorkerReport };

export type ToWorker =
  | { kind: 'start'; settings: WorkerSettings }
  /** Value i belongs to number i of the questions. */
  | { kind: 'answers'; numbers: number[]; values: unknown[]; faults: [number, SentFault][] }
  | { kind: 'keys_changed' }
  /** From now on answers carry `Connection: close`. */
  | { kind: 'drain' }
  /** The worker finishes the requests under way and ends. */
  | { kind: 'stop' };
