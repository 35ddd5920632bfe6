import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ClusterNode } from './patroni-node.ts';

const POLL_MS = 100;
/** A node that takes longer to respond counts as down. */
const PATIENCE_MS = 500;

/** The primaries from the time `at` (of `performance.now()`) until the next entry. */
interface PrimariesAt {
  at: number;
  /** The names of the nodes that are not standbys. */
  primaries: string[];
}

interface ReadyAt {
  at: number;
  daemon: number;
  isReady: boolean;
}

export interface Watch {
  primaries: PrimariesAt[];
  ready: ReadyAt[];
  stop(): Promise<void>;
}

/** Repeatedly checks whether each node is a standby and whether each daemon is ready. */
export function startWatch(nodes: readonly ClusterNode[], daemonUrls: readonly string[]): Watch {
  const over = new AbortController();
  const primaries: PrimariesAt[] = [{ at: performance.now(), primaries: [] }];
  const ready: ReadyAt[] = [];
  const now = new Set<string>();
  const tell = (name: string, isPrimary: boolean) => {
    if (now.has(name) === isPrimary) return;
    if (isPrimary) now.add(name);
    else now.delete(name);
    primaries.push({ at: performance.now(), primaries: [...now] });
  };
  const watching = [
    ...nodes.map((node) => lookAtNode(node, (isPrimary) => tell(node.name, isPrimary), over.signal)),
    ...daemonUrls.map((url, daemon) =>
      lookAtDaemon(url, (at, isReady) => ready.push({ at, daemon, isReady }), over.signal),
    ),
  ];
  return {
    primaries,
    ready,
    async stop() {
      over.abort();
      await Promise.all(watching);
    },
  };
}

async function lookAtNode({ url }: ClusterNode, tell: (isPrimary: boolean) => void, over: AbortSignal) {
  let client: pg.Client | null = null;
  while (!over.aborted) {
    try {
      client ??= await connect(url);
      const { rows } = await client.query('SELECT pg_is_in_recovery() AS standby');
      tell(!rows[0].standby);
    } catch {
      void client?.end().catch(() => {});
      client = null;
      tell(false);
    }
    await sleep(POLL_MS);
  }
  await client?.end().catch(() => {});
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    application_name: 'drill watch',
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
  return client;
}

async function lookAtDaemon(url: string, tell: (at: number, isReady: boolean) => void, over: AbortSignal) {
  while (!over.aborted) {
    const at = performance.now();
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
    await answer?.text().catch(() => {});
    tell(at, answer?.status === 200);
    await sleep(POLL_MS);
  }
}
