import type { Placement } from './placement.ts';
import { type LoadFigure, type LoadTerms, measureLoad, type Target } from './run-load.ts';
import type { DatabaseName, Library, Servers } from './servers.ts';
import type { Repeat } from './spread.ts';

/** One figure of one repeat. What only a load has is absent from a limit. */
export type Figure = Pick<LoadFigure, 'rate'> & Partial<LoadFigure>;

/** What a figure is measured with, and what this repeat has measured before. */
export interface Round {
  servers: Servers;
  placement: Placement | null;
  seconds: number;
  /** A name for this repeat and this figure, so that no player redeems a code twice. */
  players: string;
  measured: Repeat<Figure>;
}

export interface Candidate {
  id: string;
  name: string;
  group: 'limits' | 'redeem' | 'teams' | 'codes' | 'events' | 'times';
  unit: 'requests/s' | 'rows/s' | 'events/s' | 'fsyncs/s' | 'transactions/s';
  /** Figures that this one is made from or compared with: they are measured too. */
  needs?: readonly string[];
  isOurs?: boolean;
  /** Undefined where this machine cannot measure it. */
  measure(round: Round): Promise<Figure | undefined>;
}

export const DATABASES: readonly DatabaseName[] = ['SQLite', 'Postgres'];
export const LIBRARIES: readonly Library[] = ['drizzle', 'TypeORM'];
export const EXPRESS = 'echo express';
/** The figure whose half and four fifths are the steady loads. */
export const redeemOf = (database: DatabaseName) => `redeem ${database}`;

/** Codes without a limit, each as likely as the other. */
export const free = (count: number): LoadTerms['codes'] => ({ prefix: 'FREE-', count, spread: 'even' });
export const limited = (count: number): LoadTerms['codes'] => ({ prefix: 'LIMIT-', count, spread: 'even' });

export const echoTarget = (server: { url: string; pid: number | undefined }): Target => ({
  url: `${server.url}/`,
  pid: server.pid as number,
  headers: {},
  hasWriter: false,
});

export const request = { unit: 'requests/s' } as const;
export const run = ({ placement, seconds, players }: Round, target: Target, codes: LoadTerms['codes'], rate?: number) =>
  measureLoad(target, { codes, players, seconds, ...(rate && { rate }) }, placement);
export const runRedeem = async (round: Round, database: DatabaseName, codes: LoadTerms['codes'], rate?: number) =>
  run(round, (await round.servers.redeemd(database)).server, codes, rate);
