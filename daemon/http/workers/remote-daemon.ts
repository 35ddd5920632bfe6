import type { Duplex } from 'node:stream';
import type { Currency } from '../../features/payments/parse-payments.ts';
import type { HotBatches } from '../../hot/hot-batches.ts';
import { Unavailable } from '../../lib/unavailable.ts';
import type { KeySource, LivingKey } from '../key-source.ts';
import { callerOf, type Limits } from '../limits.ts';
import type { Question, ToDaemon, ToWorker } from './crew-messages.ts';
import { sendMessage } from './line.ts';
import { receivedFault } from './sent-faults.ts';

/** Under overload the event loop reads on and on before it comes to what `setImmediate` asks for. */
const FULL = 64;
/** The daemon refuses more events than this; to send them would only fill its memory. */
const MAX_EVENTS_UNDER_WAY = 20_000;

/** The daemon, as its worker sees it: what the hot routes need, over one line. */
export interface RemoteDaemon {
  hot: Pick<HotBatches, 'redeem' | 'pay' | 'ingest'>;
  keys: KeySource;
  countRequest: Limits['countRequest'];
  readCurrency(): Promise<Currency>;
  /** Resolves once the daemon knows that the program with this key wrote. */
  tellWrite(keyId: number): Promise<void>;
  /** To be called with the daemon's answers. */
  settle(answers: Extract<ToWorker, { kind: 'answers' }>): void;
}

export function createRemoteDaemon(line: Duplex): RemoteDaemon {
  const { ask, settle } = createQuestions((message) => sendMessage(line, message));
  let eventsUnderWay = 0;
  const withRoom = async <T>(weight: number, question: Question): Promise<T> => {
    if (eventsUnderWay > 0 && eventsUnderWay + weight > MAX_EVENTS_UNDER_WAY)
      throw new Unavailable(new Error('Too many events wait for the daemon'));
    eventsUnderWay += weight;
    try {
      return await ask<T>(question);
    } finally {
      eventsUnderWay -= weight;
    }
  };
  return {
    hot: {
      redeem: (item) => ask({ kind: 'redeem', item }),
      pay: (item) => withRoom(item.events.length, { kind: 'pay', item }),
      ingest: (items) => withRoom(items.length, { kind: 'ingest', items }),
    },
    keys: {
      readKeys: () => ask<LivingKey[]>({ kind: 'keys' }),
      writeLastUses: (uses) => ask<void>({ kind: 'uses', uses }),
    },
    async countRequest(principal, ip) {
      if (callerOf(principal, ip) !== null) await ask({ kind: 'count', principal, ip });
    },
    readCurrency: () => ask<Currency>({ kind: 'currency' }),
    tellWrite: (keyId) => ask<void>({ kind: 'wrote', keyId }),
    settle,
  };
}

interface Asker {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Sends the questions of one turn of the event loop together, as the daemon would otherwise be woken for each. */
function createQuestions(send: (message: ToDaemon) => void) {
  const askers = new Map<number, Asker>();
  let asked: Question[] = [];
  let first = 0;
  const flush = () => {
    if (asked.length === 0) return;
    send({ kind: 'ask', first, questions: asked });
    first += asked.length;
    asked = [];
  };
  return {
    ask: <T>(question: Question) =>
      new Promise<T>((resolve, reject) => {
        askers.set(first + asked.length, { resolve: resolve as Asker['resolve'], reject });
        asked.push(question);
        if (asked.length === 1) setImmediate(flush);
        if (asked.length >= FULL) flush();
      }),
    settle({ numbers, values, faults }: Extract<ToWorker, { kind: 'answers' }>) {
      const take = (number: number) => {
        const asker = askers.get(number);
        askers.delete(number);
        return asker;
      };
      for (const [at, number] of numbers.entries()) take(number)?.resolve(values[at]);
      for (const [number, fault] of faults) take(number)?.reject(receivedFault(fault));
    },
  };
}
