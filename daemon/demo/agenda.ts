/**
 * The planned actions of the demo's people and jobs. They can be planned in any order, but happen in chronological
 * order.
 */
export interface Agenda {
  plan(at: number, act: () => Promise<unknown>): void;
  /** Performs all actions that are due by an instant, including those that other actions plan. */
  upTo(at: number): Promise<void>;
}

interface Entry {
  at: number;
  act: () => Promise<unknown>;
}

export function createAgenda(): Agenda {
  const entries: Entry[] = [];
  return {
    plan(at, act) {
      const later = entries.findIndex((entry) => entry.at > at);
      entries.splice(later === -1 ? entries.length : later, 0, { at, act });
    },
    async upTo(at) {
      for (let next = entries[0]; next && next.at <= at; next = entries[0]) {
        entries.shift();
        await next.act();
      }
    },
  };
}
