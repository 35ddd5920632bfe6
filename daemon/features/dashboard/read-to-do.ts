import type { ToDo } from '../../contract/admin/dashboard.ts';
import type { Database, Handle } from '../../db/database.ts';
import type { RateBook } from '../../domain/exchange-rates.ts';
import type { Games } from '../../domain/games.ts';
import { DAY_MS, isoInstant } from '../../lib/clock.ts';
import type { FreshCopy } from '../../lib/fresh-copy.ts';
import { formatAmount } from '../../lib/money.ts';
import { createRecent } from '../../lib/recent.ts';
import { readRatesToDo } from '../exchange-rates/rates-to-do.ts';
import { listOpenSigns } from '../leak-signs/leak-signs-store.ts';
import { leakSignOut } from '../leak-signs/read-leak-signs.ts';
import { listWaitingDetails } from '../payout-details/payout-details-store.ts';
import { listWaitingRuns } from '../payouts/run/waiting-runs-store.ts';
import { faultOfJob, faultOfWebhook, type JobState, stepOfRun } from './to-do-rules.ts';
import { listEnding, listFailingWebhooks, listLowPools, listNearLimit, MOST } from './to-do-store.ts';

const ENDS_WITHIN_MS = 7 * DAY_MS;
const SIGNS_MS = 7 * DAY_MS;
/**
 * Computing the list requires reading all codes created by hand, so the list is computed less often than the figures.
 */
const FRESH_MS = 5000;
/** People limited to the same games share a list. */
const MAX_KEPT = 50;

export interface ToDoParts {
  db: Database;
  /** Features may not import jobs, so `compose` passes the list in. */
  listJobs: (now: number) => Promise<JobState[]>;
  rates: Pick<FreshCopy<RateBook>, 'fresh'>;
}

/**
 * All faults, before they are filtered by role. Codes waiting for moderation are not included, because they are counted
 * with the figures.
 */
type Faults = Omit<ToDo, 'moderation'>;

export function createReadToDo({ db, listJobs, rates }: ToDoParts) {
  const recent = createRecent<Faults>({ freshMs: FRESH_MS, max: MAX_KEPT });
  return (limit: Games, now: number): Promise<Faults> =>
    recent(JSON.stringify(limit), now, async () => {
      const book = await rates.fresh();
      const faults = await db.read(async (handle) => ({
        ...(await readFaults(handle, limit, now)),
        ...(await readRatesToDo(handle, book, now)),
      }));
      const jobs = (await listJobs(now)).flatMap((job) => faultOfJob(job, now) ?? []);
      return { ...faults, jobs };
    });
}

async function readFaults(handle: Handle, limit: Games, now: number) {
  const ending = await listEnding(handle, limit, now, now + ENDS_WITHIN_MS);
  const nearLimit = await listNearLimit(handle, limit, now);
  const webhooks = await listFailingWebhooks(handle, now);
  const runs = await listWaitingRuns(handle, MOST);
  return {
    payout_runs: runs.map(waitingRun),
    payout_details: (await listWaitingDetails(handle, MOST)).map(({ created_at, ...creator }) => ({
      ...creator,
      requested_at: isoInstant(created_at),
    })),
    campaigns_ending: ending.map(({ ends_at, ...campaign }) => ({ ...campaign, ends_at: isoInstant(ends_at) })),
    codes_near_limit: nearLimit,
    low_key_pools: await listLowPools(handle),
    leak_signs: (await listOpenSigns(handle, limit, now - SIGNS_MS, MOST)).map(leakSignOut),
    webhooks: webhooks.map(({ webhook_id, url, disabled_reason, ...state }) => ({
      ...{ webhook_id, url, disabled_reason },
      state: faultOfWebhook(state, now),
    })),
  };
}

function waitingRun(run: Awaited<ReturnType<typeof listWaitingRuns>>[number]): ToDo['payout_runs'][number] {
  const { run_id, payable, unpayable, currency, currency_digits, approved_at, exported_at, prepared_at } = run;
  return {
    run_id,
    step: stepOfRun(run.status),
    since: isoInstant(exported_at ?? approved_at ?? prepared_at),
    payable: { amount: formatAmount(payable, currency_digits), currency },
    unpayable,
  };
}
