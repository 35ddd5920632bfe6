import type pg from 'pg';
import { expect, test } from 'vitest';
import { GUESS_LIMIT } from '../../daemon/domain/redeem/decide-redeems.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { postgresRedeem } from '../../daemon/hot/redeem/postgres-redeem.ts';
import { besideAnotherDaemon } from '../support/database/beside-another-daemon.ts';
import { redeemItem, resultOf } from '../support/database/hot-items.ts';
import { NOW } from '../support/world/defaults.ts';
import { until } from '../support/world/wait-until.ts';

const beside = besideAnotherDaemon();

const guess = async (userId: string) =>
  resultOf((await createHotStore(beside.db).redeem([redeemItem(userId, 'UNKNOWN')], NOW))[0]);

test('two daemons count the guesses of a player together, and do not delay other players', async () => {
  const { other, isWaiting } = beside;
  for (let guesses = 1; guesses < GUESS_LIMIT; guesses += 1) expect(await guess('ann')).toBe('code_not_found');
  await other.query('BEGIN');
  const [last] = await postgresRedeem(other as pg.PoolClient, 2, [redeemItem('ann', 'UNKNOWN')], NOW);
  expect(resultOf(last)).toBe('code_not_found');
  expect(await guess('ben')).toBe('code_not_found');
  let isDecided = false;
  const beyond = guess('ann').finally(() => {
    isDecided = true;
  });
  await until('the guess is waiting or decided', async () => isDecided || (await isWaiting()));
  await other.query('COMMIT');
  expect(await beyond).toBe('too_many_guesses');
});
