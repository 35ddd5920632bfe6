import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../lib/log.ts';
import { listen, urlOf } from '../listen.ts';
import { type CrewFigures, createCrewFigures } from './crew-figures.ts';
import { type CrewMember, type MemberParts, startMember } from './crew-member.ts';
import type { ToWorker } from './crew-messages.ts';

/** Longer than a worker takes to finish requests, shorter than the daemon may take to stop. */
const STOP_MS = 7500;
/** A worker that lived so long is replaced at once. One that ends sooner may do so again. */
const LONG_LIFE_MS = 10_000;
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 5000;

export type CrewStart = Pick<MemberParts, 'settings' | 'answersOver'>;

/** The HTTP workers of this daemon: processes that take requests in its place. */
export type Crew = ReturnType<typeof createCrew>;

const workerFile = () =>
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/http-worker.js' : './http-worker.js', import.meta.url);

export function createCrew(count: number, log: Log) {
  const figures = createCrewFigures();
  const { add, replace, tell, members, state } = createMembers(figures, log);
  return {
    count,
    figures,
    tell,
    /** @returns the URL at which all of them listen */
    async start({ settings, answersOver }: CrewStart): Promise<string> {
      // stdout is for the daemon's one line. The last is the line between a worker and the daemon.
      const stdio = ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'] as const;
      cluster.setupPrimary({ exec: fileURLToPath(workerFile()), args: [], stdio: [...stdio] });
      const port = settings.port || (await findFreePort(settings.host));
      const each: CrewStart = { settings: { ...settings, port }, answersOver };
      const numbers = Array.from({ length: count }, (_, at) => at + 1);
      await Promise.all(numbers.map((number) => add(number, each, (livedMs) => replace(number, each, livedMs, 0))));
      return urlOf(settings.host, port);
    },
    drain() {
      state.isDraining = true;
      tell({ kind: 'drain' });
    },
    /** Lets the workers finish their requests and end. */
    async stop(): Promise<void> {
      state.isStopping = true;
      tell({ kind: 'stop' });
      const late = setTimeout(() => {
        log.error('HTTP workers did not end and are killed', { count: members.size });
        for (const member of members) member.kill();
      }, STOP_MS);
      await Promise.all([...members].map((member) => member.ended));
      clearTimeout(late);
    },
  };
}

/**
 * A port for all workers, also for those that come later. Node's cluster shares a socket by the port that was asked for:
 * one that asks for the number that 0 has become would find it taken.
 */
async function findFreePort(host: string): Promise<number> {
  const server = createServer();
  const port = await listen(server, { host, port: 0 });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Keeps so many workers as were once added, until told to stop. */
function createMembers(figures: CrewFigures, log: Log) {
  const members = new Set<CrewMember>();
  const state = { isDraining: false, isStopping: false };
  const tell = (message: ToWorker) => {
    for (const member of members) member.tell(message);
  };

  const add = (number: number, start: CrewStart, onLost: (livedMs: number) => void) => {
    const member = startMember({
      ...start,
      onReport: (report) => figures.take(number, report),
      onEnd({ hasListened, livedMs, ...end }) {
        members.delete(member);
        const isLost = hasListened && !state.isStopping;
        figures.ended(number, isLost);
        if (!isLost) return;
        log.error('An HTTP worker ended', end);
        onLost(livedMs);
      },
    });
    members.add(member);
    if (state.isDraining) member.tell({ kind: 'drain' });
    return member.listening;
  };

  /** Replaces a worker that ended, and that one where it ends, each time later where they live for moments. */
  const replace = (number: number, start: CrewStart, livedMs: number, lastWaitMs: number) => {
    const soonMs = Math.min(MAX_WAIT_MS, Math.max(FIRST_WAIT_MS, 2 * lastWaitMs));
    const waitMs = livedMs > LONG_LIFE_MS ? 0 : soonMs;
    const again = async () => {
      if (state.isStopping) return;
      try {
        await add(number, start, (lived) => replace(number, start, lived, waitMs));
        log.info('An HTTP worker took the place of another');
      } catch (error) {
        log.error('An HTTP worker could not start', { error });
        replace(number, start, 0, waitMs);
      }
    };
    setTimeout(() => void again(), waitMs).unref();
  };
  return { add, replace, tell, members, state };
}
