import { uuidV4 } from './ids.ts';
import type { KeyStorage } from './storage.ts';

const LEASE_MS = 40_000;
const SETTLE_MS = 50;

/** Runs `work` in one tab at a time; in the others later, or, without Web Locks, not at all (they come again). */
export async function inOneTab(name: string, storage: KeyStorage, work: () => Promise<unknown>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  let isMine = false;
  try {
    if (locks) {
      await locks.request(`service_sdk.${name}`, () => {
        isMine = true;
        return work();
      });
      return;
    }
  } catch (error) {
    // Refused where a page has no origin of its own.
    if (isMine) throw error;
  }
  await withLease(storage, work);
}

async function withLease(storage: KeyStorage, work: () => Promise<unknown>) {
  const now = Date.now();
  const until = Number(storage.get('lease')?.slice(36));
  if (until > now && until <= now + LEASE_MS) return;
  const mine = uuidV4();
  storage.set('lease', `${mine} ${now + LEASE_MS}`);
  // Of two that took it at once, the one that wrote last has it.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  if (!storage.get('lease')?.startsWith(mine)) return;
  try {
    await work();
  } finally {
    storage.set('lease', null);
  }
}
