import { uuidV4 } from './ids.ts';
import type { KeyStorage } from './storage.ts';

/** From a tab that keeps the lock for so long it is taken: it may be frozen, or stand in a dialog. */
const PATIENCE_MS = 15_000;
const LEASE_MS = 40_000;
const SETTLE_MS = 50;

/** What one tab does while the others do not; `isMine` turns false where another tab has lost patience. */
type Work = (isMine: () => boolean) => Promise<unknown>;

/** Runs `work` in one tab at a time; in the others later, or, without Web Locks, not at all (they come again). */
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
      // Else the patience is over, or there are no locks, as in a page without an origin of its own.
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
  // Of two that took it at once, the one that wrote last has it.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  if (!isMine()) return;
  try {
    await work(isMine);
  } finally {
    storage.set('lease', null);
  }
}
