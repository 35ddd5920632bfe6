import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Wish } from './daemon-kills.ts';

// Sends redeems and payments through every daemon while the cluster has faults. A request is repeated with the same key
// until it is acknowledged or refused by a rule.

const WORKERS_EACH = 4;
const THINK_MS = 60;
const AGAIN_MS = 50;
/** A game's client does not wait forever; it repeats the request with the same key. */
const GIVE_UP_MS = 15_000;

interface Try {
  /** When the request was sent and when its response arrived, by `performance.now()`. */
  from: number;
  at: number;
  daemon: number;
  /** Null if there was no response. */
  status: number | null;
}

export interface Load {
  tries: Try[];
  acknowledged: (Wish & { at: number })[];
  refused: Wish[];
  /** Responses that no client should get. */
  strange: string[];
  /** Stops the load. Resolves when every request has its final response. */
  stop(): Promise<void>;
}

export function startLoad(daemonUrls: readonly string[], key: string): Load {
  const over = new AbortController();
  const load: Omit<Load, 'stop'> = { tries: [], acknowledged: [], refused: [], strange: [] };
  const workers = daemonUrls.flatMap((url, daemon) =>
    Array.from({ length: WORKERS_EACH }, (_, at) => play({ url, key, daemon, at }, load, over.signal)),
  );
  return {
    ...load,
    async stop() {
      over.abort();
      await Promise.all(workers);
    },
  };
}

interface Worker {
  url: string;
  key: string;
  daemon: number;
  at: number;
}

async function play(worker: Worker, load: Omit<Load, 'stop'>, over: AbortSignal) {
  for (let n = 0; !over.aborted; n += 1) {
    const kind = n % 2 === 0 ? 'claim' : 'payment';
    const name = `d${worker.daemon}-w${worker.at}-${n}`;
    await settle(worker, { kind, name, code: n % 8 === 0 ? 'LIMITED' : 'OPEN' }, load);
    await sleep(THINK_MS);
  }
}

async function settle({ url, key, daemon }: Worker, wish: Wish, load: Omit<Load, 'stop'>) {
  for (;;) {
    const from = performance.now();
    const answer = await answerWithin(ask(url, key, wish));
    const at = performance.now();
    load.tries.push({ from, at, daemon, status: answer?.status ?? null });
    if (answer?.status === 200) return void load.acknowledged.push({ ...wish, at });
    if (answer?.code === 'limit_reached') return void load.refused.push(wish);
    if (answer && answer.status !== 503)
      return void load.strange.push(`${wish.kind} ${wish.name}: ${answer.status} ${answer.code}`);
    await sleep(AGAIN_MS);
  }
}

async function answerWithin<T>(asked: Promise<T>): Promise<T | null> {
  const patience = new AbortController();
  const late = sleep(GIVE_UP_MS, null, { signal: patience.signal }).catch(() => null);
  return await Promise.race([asked.catch(() => null), late]).finally(() => patience.abort());
}
