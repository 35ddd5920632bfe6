import type { RunningSave, SaveReply } from '../../preload/api.ts';

/** Lets a save report its progress and notice that it is cancelled. */
export interface SaveControl {
  /** Aborted when the user cancels. */
  signal: AbortSignal;
  /** Bytes so far, and in all where the daemon said so. */
  progress(done: number, total: number | null): void;
}

export type Saves = ReturnType<typeof createSaves>;

/** The saves under way, for the window that shows them and for the app that does not quit before they end. */
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
    /** Returns once none is left, and no draft either. */
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
