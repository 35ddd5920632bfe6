import { expect, test } from 'vitest';
import { REFUND_LOCK } from '../../daemon/db/query/locking.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { besideAnotherDaemon } from '../support/database/beside-another-daemon.ts';
import { payment, paymentRequest } from '../support/database/hot-items.ts';
import { NOW } from '../support/world/defaults.ts';
import { until } from '../support/world/wait-until.ts';

const beside = besideAnotherDaemon();

const pay = (amount: number, refundOf: string | null) =>
  createHotStore(beside.db).pay([paymentRequest([payment('ann', amount, { refundOf })])], NOW);

test.each([
  [-5, null],
  [5, 'paid-elsewhere'],
  [-5, 'paid-elsewhere'],
])(
  'a refund (amount: %i, refund_of: %s) is decided only once the payments of other daemons are stored',
  async (amount, refundOf) => {
    const { other, isWaiting } = beside;
    await other.query('BEGIN');
    await other.query(`SELECT pg_advisory_xact_lock_shared(${REFUND_LOCK})`);
    // The lock does not block other payments.
    expect(await pay(5, null)).toHaveLength(1);
    let isDecided = false;
    const refunded = pay(amount, refundOf).finally(() => {
      isDecided = true;
    });
    await until('the refund is waiting or decided', async () => isDecided || (await isWaiting()));
    expect(isDecided).toBe(false);
    await other.query('COMMIT');
    expect(await refunded).toHaveLength(1);
  },
);
