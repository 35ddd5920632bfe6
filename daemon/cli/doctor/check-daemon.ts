import { request } from 'undici';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { codeOf } from '../../db/faults.ts';
import { urlOf } from '../../http/listen.ts';
import { LOST } from '../../http/readiness.ts';
import { type Check, fault, ok, wordsOf } from './check.ts';

const ANSWER_MS = 5000;
const NAME = 'daemon';
const NONE = 'no daemon is using the database file';
const SETTINGS = 'run this command with the REDEEMD_HOST and REDEEMD_PORT of the daemon';

export interface DaemonLook {
  check: Check;
  /** Whether the daemon reports that it has lost its database file. */
  isLost: boolean;
}

/**
 * Asks the daemon at the configured address whether it is ready.
 * @param held the SQLite file, and whether a daemon holds it; null on Postgres
 */
export async function checkDaemon(
  { host, port }: Pick<Config, 'host' | 'port'>,
  held: { file: string; isHeld: boolean } | null,
): Promise<DaemonLook> {
  const check = (one: Check, isLost = false) => ({ check: one, isLost });
  if (port === 0) return check(ok(NAME, held?.isHeld === false ? NONE : 'not checked, because REDEEMD_PORT is 0'));
  const url = urlOf(host, port);
  const found = await askReadiness(url);
  if (found.kind === 'none') return check(withoutAnswer(url, held));
  if (found.kind === 'strange')
    return check(fault(NAME, `another program answers at ${url} (${found.why}): ${SETTINGS}`));
  if (held && !held.isHeld)
    return check(
      fault(NAME, `the daemon at ${url} uses another database, and no daemon is using ${held.file}: ${SETTINGS}`),
    );
  if (found.kind === 'ready') return check(ok(NAME, `ready at ${url}${held ? ', using the database file' : ''}`));
  const message = `${url}/readyz answers 503: ${found.detail} See docs/reliability.md`;
  return check(fault(NAME, message), found.detail === LOST);
}

function withoutAnswer(url: string, held: { file: string; isHeld: boolean } | null): Check {
  if (!held) return ok(NAME, `no daemon answers at ${url}`);
  if (!held.isHeld) return ok(NAME, NONE);
  return fault(
    NAME,
    `a daemon is using ${held.file}, but none answers at ${url}: wait until it has started, or ${SETTINGS}`,
  );
}

type Readiness =
  | { kind: 'none' }
  | { kind: 'ready' }
  | { kind: 'refuses'; detail: string }
  | { kind: 'strange'; why: string };

async function askReadiness(url: string): Promise<Readiness> {
  try {
    const { statusCode, body } = await request(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const { status, detail } = readiness.catch({}).parse(await body.json().catch(() => null));
    if (statusCode === 200 && status === 'ready') return { kind: 'ready' };
    if (statusCode === 503 && detail !== undefined) return { kind: 'refuses', detail };
    return { kind: 'strange', why: `status ${statusCode}` };
  } catch (error) {
    return codeOf(error) === 'ECONNREFUSED' ? { kind: 'none' } : { kind: 'strange', why: wordsOf(error) };
  }
}

const readiness = z.object({ status: z.unknown(), detail: z.string().optional() }).partial();
