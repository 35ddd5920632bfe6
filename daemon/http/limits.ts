import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../contract/refusals.ts';
import { networkOf } from '../lib/network-of.ts';
import type { Principal } from './authenticate.ts';
import { type RateLimitHeaders, windowLimit } from './rate-limit-headers.ts';

/**
 * This limit is far above what staff, the Portal and a player's browser tabs send. Only a faulty or hostile program
 * reaches it.
 */
const REQUESTS = { points: 30_000, duration: 60 };
/** This limit applies to each address across all accounts; a single account is locked much sooner. */
const FAILED_SIGN_INS = { points: 100, duration: 600 };
/**
 * This limit applies to correct and wrong passwords from an address across all accounts, because hashing a password
 * uses a core for 0.1 s.
 */
const HASHED_PASSWORDS = { points: 100, duration: 60 };

export interface Limits {
  /**
   * Counts a request. Server keys have no limit, because the launch of a game can cause any load. An overloaded daemon
   * refuses requests with 503 before it counts them here.
   * @param marks receives the state of the limit, even if the request is refused
   */
  countRequest(
    principal: Principal,
    ip: string,
    marks: { limit?: RateLimitHeaders | undefined },
  ): Promise<void> | undefined;
  /**
   * Counts a sign-in as failed before any password is hashed, so that a thousand simultaneous sign-ins cannot exceed
   * the limit. Throws `too_many_requests` if too many sign-ins from this address have failed.
   */
  countSignIn(ip: string): Promise<void>;
  /** Undoes the count of a sign-in that did not fail. */
  uncountSignIn(ip: string): Promise<void>;
  /** Counts passwords that are about to be hashed. Throws `too_many_requests` if there are too many. */
  countHashes(ip: string, count: number): Promise<void>;
}

/**
 * Creates limits that apply to this daemon only, in memory. They protect the daemon and are not part of the API's
 * contract.
 */
export function createLimits(): Limits {
  const requests = new RateLimiterMemory({ keyPrefix: 'requests', ...REQUESTS });
  const failures = new RateLimiterMemory({ keyPrefix: 'failures', ...FAILED_SIGN_INS });
  const hashes = new RateLimiterMemory({ keyPrefix: 'hashes', ...HASHED_PASSWORDS });
  return {
    countRequest(principal, ip, marks) {
      const caller = callerOf(principal, ip);
      if (caller === null) return undefined;
      const reportState = (state: RateLimiterRes) => {
        marks.limit = windowLimit(REQUESTS, state.remainingPoints, state.msBeforeNext);
      };
      return requests.consume(caller).then(reportState, (reason) => {
        reportState(orFault(reason));
        refuse(reason);
      });
    },
    async countSignIn(ip) {
      await failures.consume(networkOf(ip)).catch(refuse);
    },
    async uncountSignIn(ip) {
      await failures.reward(networkOf(ip));
    },
    async countHashes(ip, count) {
      await hashes.consume(networkOf(ip), count).catch(refuse);
    },
  };
}

/** Returns the caller whose limit a request counts towards; null if there is no limit. */
function callerOf(principal: Principal, ip: string): string | null {
  if (principal === null) return `address ${networkOf(ip)}`;
  if (principal.kind === 'creator') return `creator ${principal.creatorId}`;
  if (principal.kind === 'staff') return `staff ${principal.staffId}`;
  // Every copy of a game has the same client key, so only the address distinguishes the players.
  return principal.keyKind === 'client' ? `key ${principal.keyId} ${networkOf(ip)}` : null;
}

function refuse(reason: unknown): never {
  const { msBeforeNext } = orFault(reason);
  throw new AppError({ code: 'too_many_requests', retryAfterSeconds: Math.ceil(msBeforeNext / 1000) });
}

/** The library rejects with the state of an exceeded limit, or with an error. */
function orFault(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw reason;
}
