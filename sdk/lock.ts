import { uuidV4 } from './ids.ts';
import type { KeyStorage } from './storage.ts';

/** After this time, another tab takes the lock, because the tab that holds it may be frozen or showing a dialog. */
const PATIENCE_MS = 15_000;
const LEASE_MS = 40_000;
const SETTLE_MS = 50;

/** Work that only one tab does at a time. `isMine` returns false once another tab has taken the lock. */
type Work = (isMine: () => boolean) => Promise<unknown>;

/** Runs `work` in one tab at a time. The other tabs run it later or, if there are no Web Locks, skip it and retry. */
export async function inOneTab(name: string, storage: KeyStorage, work: Work): Promise<unknown> {
  const locks = globalThis.navigator?.locks;
  let isMine = false;
  const run = () => {
    isMine = true;
    return work(() => isMine);
  };
  for (const options of [{ signal: AbortSignal.timeout?.(PATIENCE_MS) }, { steal: true }])
    try {
      return await locks.request(`service_sdk.${name}`, options, run);
    } catch (error) {
      // If this tab has the lock, the work failed or another tab took the lock. Otherwise, another tab has held it for
      // too long, or there are no Web Locks, as in a page without an origin of its own.
      if (isMine) {
        isMine = false;
        throw error;
      }
    }
  return withLease(storage, work);
}

async function withLease(storage: KeyStorage, work: Work) {
  const now = Date.now();
  const until = Number(storage.get('lease')?.slice(36));
  if (until > now && until <= now + LEASE_MS) return;
  const mine = uuidV4();
  const isMine = () => !!storage.get('lease')?.startsWith(mine);
  storage.set('lease', `${mine} ${now + LEASE_MS}`);
  // If two tabs take the lock at the same time, the tab that wrote last has it.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  if (!isMine()) return;
  try {
    await work(isMine);
  } finally {
    storage.set('lease', null);
  }
}
