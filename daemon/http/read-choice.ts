import type { EndpointName } from '../contract/contract.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Routes } from '../contract/route.ts';
import type { Database } from '../db/database.ts';
import type { Replica } from '../db/postgres/replica-database.ts';
import { noteWrite } from '../features/staff/sessions-store.ts';
import type { Log } from '../lib/log.ts';
import type { Principal } from './authenticate.ts';

/** A route without its endpoint's types: `validate` and `authenticate` have checked the request against them. */
type AnyRoute = (asked: unknown) => Promise<unknown>;

interface EndpointCall {
  name: EndpointName;
  entry: Endpoint;
  principal: Principal;
  /** The argument of the route. */
  asked: unknown;
  /** Receives how far behind the primary the response may be, if it came from the replica. */
  marks: { behindMs?: number | undefined };
}

/** Runs an endpoint's route on the replica if it may use the replica, otherwise on the primary. */
export type RunRoute = (call: EndpointCall) => Promise<unknown>;

export interface ReadChoiceParts {
  routes: Routes;
  /** The same routes for test keys, which store nothing. */
  onTrial: Routes;
  /** The same routes on the database of a replica. */
  overReplica: { routes: Routes; replica: Replica; maxLagMs: number } | null;
  db: Database;
  log: Log;
}

export function createRunRoute({ routes, onTrial, overReplica, db, log }: ReadChoiceParts): RunRoute {
  const onPrimary: RunRoute = ({ name, principal, asked }) =>
    ((isTestKey(principal) ? onTrial : routes)[name] as AnyRoute)(asked);
  if (!overReplica) return onPrimary;
  const { replica, maxLagMs } = overReplica;
  /** The instant at which each key and each creator last wrote. */
  const writes = new Map<string, number>();

  /** Returns whether the replica contains what this person or program last wrote. */
  const seesOwnWrites = (principal: NonNullable<Principal>) => {
    if (principal.kind === 'staff')
      return principal.wrotePosition === null || replica.hasReplayed(principal.wrotePosition);
    const wroteAt = writes.get(writerOf(principal));
    return wroteAt === undefined || replica.hasAllBefore(wroteAt);
  };
  const behindFor = ({ entry, principal }: EndpointCall): number | null => {
    if (entry.method !== 'GET' || !principal || isTestKey(principal)) return null;
    const behindMs = replica.behindMs();
    const most = Math.min(maxLagMs, entry.maxBehindMs ?? maxLagMs);
    return behindMs !== null && behindMs < most && seesOwnWrites(principal) ? behindMs : null;
  };
  const wrote = async (principal: Principal) => {
    if (!principal) return;
    if (principal.kind !== 'staff') return void writes.set(writerOf(principal), performance.now());
    try {
      await noteWrite(db, principal.tokenHash, Number(await replica.position()));
    } catch (error) {
      log.warn('The write position of a session could not be stored: the next reads in this session may be stale', {
        error,
      });
    }
  };

  return async (call) => {
    const behindMs = behindFor(call);
    if (behindMs !== null) {
      try {
        const reply = await (overReplica.routes[call.name] as AnyRoute)(call.asked);
        call.marks.behindMs = behindMs;
        return reply;
      } catch {
        // The primary may have rows that the replica does not have yet, so only the primary refuses.
      }
    }
    const reply = await onPrimary(call);
    if (call.entry.method !== 'GET') await wrote(call.principal);
    return reply;
  };
}

export const isTestKey = (principal: Principal) => principal?.kind === 'key' && principal.isTest;

const writerOf = (principal: Exclude<NonNullable<Principal>, { kind: 'staff' }>) =>
  principal.kind === 'key' ? `key ${principal.keyId}` : `creator ${principal.creatorId}`;
