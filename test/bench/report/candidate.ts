import type { Placement } from './placement.ts';
import { type LoadFigure, type LoadTerms, measureLoad, type Target } from './run-load.ts';
import type { DatabaseName, Library, Servers } from './servers.ts';
import type { Repeat } from './spread.ts';

/** One figure of one repeat. Figures that are measured without the load generator have only a rate. */
export type Figure = Pick<LoadFigure, 'rate'> & Partial<LoadFigure>;

/** The input of a measurement and the earlier figures of this repeat. */
export interface Round {
  servers: Servers;
  placement: Placement | null;
  seconds: number;
  /** A prefix for player IDs that is unique to this repeat and figure, so that no player redeems a code twice. */
  players: string;
  measured: Repeat<Figure>;
}

export interface Candidate {
  id: string;
  name: string;
  group: 'limits' | 'redeem' | 'teams' | 'codes' | 'events' | 'times';
  unit: 'requests/s' | 'rows/s' | 'events/s' | 'fsyncs/s' | 'transactions/s';
  /** Other figures that this one needs. They are measured, too. */
  needs?: readonly string[];
  isOurs?: boolean;
  /** Measures the figure, or returns undefined if this machine cannot measure it. */
  measure(round: Round): Promise<Figure | undefined>;
}

export const DATABASES: readonly DatabaseName[] = ['SQLite', 'Postgres'];
export const LIBRARIES: readonly Library[] = ['drizzle', 'TypeORM'];
export const EXPRESS = 'echo express';
/** Returns the ID of redeemd's maximum redeem rate, of which the steady loads are a half and four fifths. */
export const redeemOf = (database: DatabaseName) => `redeem ${database}`;

/** Returns codes without a limit that are redeemed equally often. */
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
