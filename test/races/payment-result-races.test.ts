import { describe, expect, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { importResults } from '../../daemon/features/payouts/results/import-results.ts';
import { moveRun } from '../../daemon/features/payouts/run/change-run.ts';
import { paymentReference } from '../../daemon/features/payouts/run/payout-run-rules.ts';
import { prepareMonthlyRun } from '../../daemon/features/payouts/run/prepare-run.ts';
import { secretKeyOf } from '../../daemon/lib/keyed.ts';
import { makeCreators, payAll } from '../support/database/earnings.ts';
import { month, statementsOf } from '../support/database/payouts.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { RESULT_MAPPING } from '../support/http/payouts.ts';
import { type DatabaseKind, testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';

// A file with failed payments is imported twice while the next run is prepared: each failed amount must be in exactly
// one later run.
const FIELDS: [DatabaseKind, number][] = [
  ['sqlite', 1],
  ['postgres', 2],
];

describe.each(FIELDS)('result files on %s, daemons: %i', (kind, count) => {
  test('failed amounts are settled once, whichever file or run is first', async () => {
    const fresh = await testDatabase(kind, { isMigrated: true });
    const daemons: Database[] = [];
    for (let at = 0; at < count; at += 1) {
      const db = await openDatabase(fresh.url, { exclusive: at === 0 });
      db.keys.secretKey = secretKeyOf('the secret of a test');
      daemons.push(db);
    }
    const first = daemons[0] as Database;
    const second = daemons[1] ?? first;
    const { creators } = await makeCreators(first, 120);
    await payAll(
      first,
      creators.map(({ user }) => user),
      1000,
    );
    const mover = { staffId: 1, now: NOW };
    const runId = await prepareMonthlyRun(first, month('paid'), NOW);
    for (const move of ['approve', 'export'] as const) await moveRun(first, runId, { move }, mover);
    const statements = await statementsOf(first);
    const lines = statements.map(
      ({ statement_id }, at) => `${paymentReference(runId, statement_id)},1.00,USD,${at % 2 ? 'Failed' : 'Paid'},`,
    );
    const csv = ['Reference,Amount,Currency,State,Note', ...lines].join('\n');
    const file = { runId, source: 'Bank', mapping: RESULT_MAPPING, csv };
    const [one, two] = await Promise.all([
      importResults(first, file, mover),
      importResults(second, file, mover),
      prepareMonthlyRun(first, month('next'), NOW + 1),
      prepareMonthlyRun(second, month('next'), NOW + 1),
    ]);
    await prepareMonthlyRun(first, month('last'), NOW + 2);
    const changed = [one, two].map(({ lines }) => lines.filter(({ outcome }) => outcome === 'failed').length);
    expect(changed.sort((a, b) => a - b)).toEqual([0, 60]);
    const later = (await statementsOf(first)).filter(({ run_id }) => run_id !== runId);
    const failed = statements.flatMap(({ creator_id }, at) => (at % 2 ? [creator_id] : []));
    expect(later.map(({ creator_id }) => creator_id).sort()).toEqual(failed.sort());
    expect(new Set(later.map(({ payable }) => payable))).toEqual(new Set([100n]));
    expect(await faultsIn(first)).toEqual([]);
    for (const db of daemons) await db.close();
    await fresh.drop();
  });
});
