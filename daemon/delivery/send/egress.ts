import { mayReach, type Network, PRIVATE_ADDRESS } from '../../domain/reachable-addresses.ts';
import type { Attempt } from '../../features/webhooks/attempt-rules.ts';
import { createGuardedAgent } from '../../lib/guarded-agent.ts';
import { exchange } from './exchange.ts';

// Every request from the daemon to an address that staff chose passes through this file.

export interface EgressOptions {
  /** Private networks that the daemon may reach. */
  opened: readonly Network[];
  /** Sent in a header that the signature does not cover, so that receivers recognise messages from staging. */
  environment: string;
  /** Resolves a host name to all its addresses; the default is the system's resolver. */
  lookup?: (hostname: string) => Promise<string[]>;
  /** The time limit from the lookup of the host name to the end of the response. */
  timeoutMs?: number | undefined;
}

export interface Egress {
  /** Sends one request, without following redirects. Returns null if the signal aborted it: its outcome is unknown. */
  post(url: string, headers: Record<string, string>, body: string, signal?: AbortSignal): Promise<Attempt | null>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 15_000;

export function createEgress({ opened, environment, lookup, timeoutMs = TIMEOUT_MS }: EgressOptions): Egress {
  const refusalOf = (address: string) => (mayReach(address, opened) ? null : PRIVATE_ADDRESS);
  const agent = createGuardedAgent({ refusalOf, lookup, timeoutMs });
  return {
    post: (url, signed, body, signal) => {
      const headers = { ...signed, 'webhook-environment': environment };
      return exchange(agent, { url, headers, body, timeoutMs, signal });
    },
    close: () => agent.destroy(),
  };
}
