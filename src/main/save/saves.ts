import type { RunningSave, SaveReply } from '../../preload/api.ts';

/** The parameters of a running save. */
export interface SaveControl {
  /** Aborted when the user cancels. */
  signal: AbortSignal;
  /** Reports the number of bytes so far, and the total if the daemon sent it. */
  progress(done: number, total: number | null): void;
}

export type Saves = ReturnType<typeof createSaves>;

/** Tracks running saves. The window shows them, and the app does not quit before they end. */
export function createSaves(shown: (saves: readonly RunningSave[]) => void) {
  const running = new Map<number, { save: RunningSave; abort: AbortController; ended: Promise<unknown> }>();
  let lastId = 0;
  const list = () => [...running.values()].map(({ save }) => ({ ...save }));

  async function run(name: string, work: (control: SaveControl) => Promise<SaveReply>): Promise<SaveReply> {
    lastId += 1;
    const save: RunningSave = { id: lastId, name, done: 0, total: null };
    const abort = new AbortController();
    const progress = (done: number, total: number | null) => {
      Object.assign(save, { done, total });
      shown(list());
    };
    const ended = work({ signal: abort.signal, progress });
    running.set(save.id, { save, abort, ended });
    shown(list());
    try {
      const reply = await ended;
      return reply.outcome === 'failed' && abort.signal.aborted ? { outcome: 'cancelled' } : reply;
    } finally {
      running.delete(save.id);
      shown(list());
    }
  }

  return {
    run,
    list,
    cancel: (id: number) => running.get(id)?.abort.abort(),
    /** Cancels all saves and waits until they have ended and removed their drafts. */
    async cancelAll() {
      const all = [...running.values()];
      for (const { abort } of all) abort.abort();
      await Promise.allSettled(all.map(({ ended }) => ended));
    },
    async ended() {
      await Promise.allSettled([...running.values()].map(({ ended }) => ended));
    },
  };
}
