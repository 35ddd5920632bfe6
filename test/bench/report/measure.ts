import { cpus, loadavg } from 'node:os';
import { onPostgres } from '../fill.ts';
import { RACE_LIMIT } from './bench-codes.ts';
import { type Candidate, EXPRESS, type Figure } from './candidate.ts';
import { CANDIDATES } from './candidates.ts';
import type { Summary } from './cpu-multiples.ts';
import { type Machine, machineFacts } from './machine.ts';
import { findPgbench } from './pgbench.ts';
import { findPlacement, type Placement, placementText } from './placement.ts';
import { RACERS, type Race, type Racer, raceFor } from './race.ts';
import { openServers, type Servers } from './servers.ts';
import { type Repeat, rotated } from './spread.ts';

export interface Options {
  seconds: number;
  repeats: number;
  /**
   * Selects the figures whose ID or group contains one of these words, and the figures that they need. An empty list
   * selects all figures.
   */
  only: readonly string[];
}

/** All raw figures of a run. */
export interface Measured {
  machine: Machine & { loadAverageAfter: number; hasPgbench: boolean };
  placement: string;
  options: Options;
  repeats: Repeat<Figure>[];
  races: Repeat<Race>[];
  /** Figures that are missing in at least one repeat. */
  absent: string[];
  /** The multiples of the reports before this one, newest first. */
  earlier?: readonly Summary[];
}

const TRIES = 2;

/** Values that are the same in every repeat. */
interface Run {
  options: Options;
  placement: Placement | null;
  servers: Servers;
  parts: readonly (readonly Candidate[])[];
  racers: readonly Racer[];
  tell(line: string): void;
}

/** Measures the selected figures: once as a warm-up, and then once per repeat, in an order that differs each time. */
export async function measureAll(options: Options, tell: (line: string) => void): Promise<Measured> {
  const machine = machineFacts();
  const placement = findPlacement();
  const servers = openServers(placement);
  const wanted = wantedIds([...CANDIDATES.capacities, ...CANDIDATES.times], options.only);
  const parts = [CANDIDATES.capacities, CANDIDATES.times].map((part) => part.filter(({ id }) => wanted.has(id)));
  const racers = RACERS.filter(({ id }) => isAsked(options.only, `${id} race`));
  const run: Run = { options, placement, servers, parts, racers, tell };
  try {
    await measureRepeat(run, null);
    const repeats: Repeat<Figure>[] = [];
    const races: Repeat<Race>[] = [];
    for (let repeat = 0; repeat < options.repeats; repeat += 1) {
      repeats.push(await measureRepeat(run, repeat));
      races.push(await raceAll(run, repeat));
    }
    const postgres = await postgresVersion(servers, [...wanted, ...racers.map(({ id }) => id)]);
    return {
      machine: { ...machine, postgres, hasPgbench: findPgbench() !== null, loadAverageAfter: loadavg()[0] ?? 0 },
      placement: placementText(placement, cpus().length),
      options,
      repeats,
      races,
      absent: [...wanted].filter((id) => repeats.some((repeat) => !repeat[id])),
    };
  } finally {
    await servers.close();
  }
}

/**
 * Measures one repeat. `null` means the warm-up, which is not recorded. It is as long as a repeat, because V8 is still
 * compiling the code of a redeem after the first ten thousand redeems.
 */
async function measureRepeat({ options, placement, servers, parts, tell }: Run, repeat: number | null) {
  const { seconds } = options;
  const name = repeat === null ? 'warm-up' : `repeat ${repeat + 1}`;
  const measured: Record<string, Figure> = {};
  for (const part of parts)
    for (const { id, measure } of rotated(part, repeat ?? 0, options.repeats)) {
      const round = { servers, placement, seconds, measured };
      const figure = await attempt((players) => measure({ ...round, players }), `${name}: ${id}`, tell);
      if (figure) measured[id] = figure;
      tell(`${name}: ${id}: ${figure ? Math.round(figure.rate) : 'not measured'}`);
    }
  return measured;
}

/** Measures once more if the first attempt fails, as can happen on a busy machine. The report omits failed figures. */
async function attempt(measure: (players: string) => Promise<Figure | undefined>, what: string, tell: Run['tell']) {
  for (let tried = 1; tried <= TRIES; tried += 1)
    try {
      return await measure(`${what} ${tried}`.replaceAll(/[\s:]+/g, '-'));
    } catch (error) {
      tell(`${what} failed, attempt ${tried} of ${TRIES}: ${error}`);
    }
  return undefined;
}

async function raceAll({ racers, servers, placement, tell }: Run, repeat: number): Promise<Repeat<Race>> {
  const races: Record<string, Race> = {};
  for (const { id, server } of racers) {
    races[id] = await raceFor(await server(servers), `RACE-${repeat + 1}`, placement);
    tell(`repeat ${repeat + 1}: ${id}: ${races[id].granted} users got a code with a limit of ${RACE_LIMIT}`);
  }
  return races;
}

const isAsked = (only: readonly string[], text: string) =>
  only.length === 0 || only.some((word) => text.toLowerCase().includes(word.toLowerCase()));

/** Returns the selected figures and all that they need. Every report needs the Express echo for comparison. */
export function wantedIds(all: readonly Candidate[], only: readonly string[]): Set<string> {
  const known = new Map(all.map((candidate) => [candidate.id, candidate]));
  const wanted = new Set<string>();
  const want = (id: string) => {
    if (wanted.has(id)) return;
    wanted.add(id);
    known.get(id)?.needs?.forEach(want);
  };
  for (const { id, group } of all) if (id === EXPRESS || isAsked(only, `${id} ${group}`)) want(id);
  return wanted;
}

async function postgresVersion(servers: Servers, ids: string[]): Promise<string | null> {
  if (!ids.some((id) => id.includes('Postgres'))) return null;
  const { url } = await servers.postgres();
  return await onPostgres(url, async (client) => (await client.query('show server_version')).rows[0].server_version);
}
