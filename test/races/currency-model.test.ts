import { expect, test } from 'vitest';
import { amountOf, givenSeed } from '../support/amounts.ts';
import { playHistories } from './currency-model.ts';

// REDEEMD_SEED replays a failure; REDEEMD_CURRENCY_HISTORIES sets how many histories are played.
const HISTORIES = amountOf('REDEEMD_CURRENCY_HISTORIES');

test.each([
  ['sqlite', HISTORIES],
  ['postgres', Math.ceil(HISTORIES / 4)],
] as const)(
  '%s: %i histories in twelve currencies end with the sums of exact fractions',
  async (kind, histories) => {
    expect(await playHistories(kind, histories, givenSeed ?? Date.now() % 2 ** 31)).toEqual([]);
  },
  600_000,
);
