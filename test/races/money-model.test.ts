import { expect, test } from 'vitest';
import { amountOf, givenSeed } from '../support/amounts.ts';
import { onEachDatabase } from '../support/world/each-database.ts';
import type { Story } from './money-model.ts';
import { playStories, playStory } from './money-model.ts';
import { createModel } from './reference-model.ts';

// REDEEMD_SEED replays a failure; money-model.long.test.ts plays 10,000 seeds.
const STORIES = amountOf('REDEEMD_MONEY_SEEDS');

test.each([
  ['sqlite', STORIES],
  ['postgres', Math.ceil(STORIES / 4)],
] as const)(
  '%s: %i stories end with the sums of the model, to the last digit and on every day',
  async (kind, stories) => {
    await playStories(kind, stories, givenSeed);
  },
  600_000,
);

onEachDatabase((database) => {
  test('sabotage: a difference of one minor unit or one day is noticed', async () => {
    const story: Story = {
      begin: Date.UTC(2026, 5, 1, 18, 10),
      zones: ['Asia/Kathmandu'],
      tiers: [{ from: 0n, hundredths: 10_000n }],
      steps: [
        { kind: 'redeem', user: 0, code: 2 },
        { kind: 'pay', user: 0, amount: 999_999_999_999_999n, name: 1, isNamed: false, game: 'game' },
        { kind: 'run' },
      ],
    };
    const cheated = (change: (amount: bigint, at: number) => { amount: bigint; at: number }) => {
      const model = createModel();
      return { ...model, moves: () => model.moves().map((move) => ({ ...move, ...change(move.amount, move.at) })) };
    };
    const short = cheated((amount, at) => ({ amount: amount - 1n, at }));
    const [run, ...figures] = await playStory(database(), story, 'SHORT', 2, short);
    expect(run).toMatch(/ 999999999999999 .* instead of .* 999999999999998 /);
    expect(figures).toHaveLength(5);
    // Ten minutes later it is the next day in Kathmandu.
    const late = cheated((amount, at) => ({ amount, at: at + 600_000 }));
    expect(await playStory(database(), story, 'LATE', 2, late)).toEqual([
      expect.stringContaining('2026-06-02, 00: 999999999999999 is missing'),
      expect.stringContaining('2026-06-01, 23: -999999999999999 is missing'),
    ]);
  });
});
