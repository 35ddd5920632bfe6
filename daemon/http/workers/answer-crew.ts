import type { Duplex } from 'node:stream';
import type { Currency } from '../../features/payments/parse-payments.ts';
import type { HotBatches } from '../../hot/hot-batches.ts';
import type { KeySource } from '../key-source.ts';
import type { Limits } from '../limits.ts';
import { noteCrowd, type Traffic } from '../traffic.ts';
import type { Question, ToWorker } from './crew-messages.ts';
import { sendMessage } from './line.ts';
import { type SentFault, sentFault } from './sent-faults.ts';

/** What workers may ask of the daemon. */
export interface CrewServices {
  hot: Pick<HotBatches, 'redeem' | 'pay' | 'ingest'>;
  keys: KeySource;
  countRequest: Limits['countRequest'];
  readCurrency(): Promise<Currency>;
  tellWrite(keyId: number): void;
  /** Called after each request that may have written to the database. */
  wrote(): void;
  traffic: Traffic;
}

/** What may write, and makes a crowd. */
const HOT: ReadonlySet<Question['kind']> = new Set(['redeem', 'pay', 'ingest']);

/** Answers the questions of all workers. */
export function createCrewAnswers(services: CrewServices) {
  const { hot, keys, countRequest, readCurrency, traffic } = services;
  let hotUnderWay = 0;
  const begin = (isHot: boolean) => {
    if (!isHot) return;
    hotUnderWay += 1;
    noteCrowd(traffic, hotUnderWay);
  };
  const end = (isHot: boolean) => {
    if (!isHot) return;
    hotUnderWay -= 1;
    services.wrote();
  };
  const carryOut = (question: Question): Promise<unknown> => {
    switch (question.kind) {
      case 'redeem':
        return hot.redeem(question.item);
      case 'pay':
        return hot.pay(question.item);
      case 'ingest':
        return hot.ingest(question.items);
      case 'keys':
        return keys.readKeys();
      case 'uses':
        return keys.writeLastUses(question.uses);
      case 'currency':
        return readCurrency();
      case 'count':
        return countRequest(question.principal, question.ip);
      case 'wrote':
        return Promise.resolve(services.tellWrite(question.keyId));
    }
  };
  /** @returns what takes the questions of one worker, whose answers go over its line */
  return (line: Duplex) => {
    const reply = createReplies((message) => sendMessage(line, message));
    return (first: number, questions: readonly Question[]) => {
      for (const [at, question] of questions.entries()) {
        const isHot = HOT.has(question.kind);
        begin(isHot);
        carryOut(question).then(
          (value) => {
            end(isHot);
            reply.give(first + at, value);
          },
          (error: unknown) => {
            end(isHot);
            reply.refuse(first + at, error);
          },
        );
      }
    };
  };
}

/** Sends together what is settled together: a batch gives the outcomes of all its items at once. */
function createReplies(send: (message: ToWorker) => void) {
  let numbers: number[] = [];
  let values: unknown[] = [];
  let faults: [number, SentFault][] = [];
  const flush = () => {
    send({ kind: 'answers', numbers, values, faults });
    numbers = [];
    values = [];
    faults = [];
  };
  // Node comes to it once no settled promise is left to go on with.
  const flushSoon = () => {
    if (numbers.length + faults.length === 1) process.nextTick(flush);
  };
  return {
    give(number: number, value: unknown) {
      numbers.push(number);
      values.push(value);
      flushSoon();
    },
    refuse(number: number, error: unknown) {
      faults.push([number, sentFault(error)]);
      flushSoon();
    },
  };
}
