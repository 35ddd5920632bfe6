import type { RunningSave } from '../../preload/api.ts';
import { createStore } from '../lib/store.ts';

const LOOK_EVERY_MS = 300;

/** The files that the desktop app is saving. */
export const runningSaves = createStore<readonly RunningSave[]>([]);
let waiting = 0;

/** Polls the running saves until the reply arrives, because the main process only responds to requests. */
export async function whileSaving<T>(saves: () => Promise<RunningSave[]>, reply: Promise<T>): Promise<T> {
  const look = async () => runningSaves.set(await saves());
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  waiting += 1;
  try {
    return await reply;
  } finally {
    clearInterval(timer);
    waiting -= 1;
    if (waiting === 0) runningSaves.set([]);
  }
}
