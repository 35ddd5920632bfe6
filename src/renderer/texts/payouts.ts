import { formatCount, plural } from '../lib/format.ts';
import { inLanguage } from './language.ts';

/** Payout runs: their list, the preview of the next one, and the page of one run. */
const english = {
  title: 'Payouts',
  note: 'Payments to creators. The server prepares a run when a month or a campaign ends; you can also create one at any time.',
  tabs: { runs: 'Runs', unmatched: 'Unmatched payments' },
  kinds: { monthly: 'Monthly', campaign_end: 'Campaign end', manual: 'On demand' },
  statuses: {
    preparing: 'Preparing',
    draft: 'Draft',
    approved: 'Approved',
    exported: 'Exported',
    paid: 'Paid',
    void: 'Void',
  },
  status: 'Status',
  anyStatus: 'Any status',
  kind: 'Kind',
  anyKind: 'Any kind',
  list: 'Payout runs',
  newRun: 'New run',
  noMatch: 'No matching runs',
  noMatchText: 'Try another status or kind.',
  clear: 'Clear the filters',
  empty: 'No payout runs yet',
  emptyText:
    'The server will prepare the first run when a month or a campaign ends. You can also preview a run and prepare it now.',
  columns: {
    run: 'Run',
    status: 'Status',
    period: 'Period',
    creators: 'Creators',
    payable: 'Payable',
    prepared: 'Prepared',
    approved: 'Approved',
  },
  name: (runId: number) => `Run ${runId}`,
  allCampaigns: 'All campaigns',
  calendar: 'Automatic',
  formerStaff: 'A former member of staff',
  toPayOf: (toPay: number, all: number) => `${formatCount(toPay)} of ${formatCount(all)}`,
  changedDetails: (count: number) => `${plural(count, 'creator')} with changed payout details`,
  changed: (count: number) => `${formatCount(count)} changed`,
  zone: (zone: string) => `In ${zone}`,
  figures: {
    payable: 'Payable',
    toPay: 'Creators to pay',
    ofStatements: (count: number) => `of ${plural(count, 'statement')}`,
    commission: 'Commission',
    ofRevenue: (revenue: string) => `on ${revenue} of revenue`,
    carried: 'Carried to the next run',
    carriedIn: (amount: string) => `${amount} brought forward`,
    minimum: (amount: string) => `at least ${amount} each`,
    hold: (days: number) => `revenue older than ${plural(days, 'day')}`,
  },
  preview: {
    title: 'New payout run',
    note: 'What a run would pay now. The server will not create a run until you prepare it.',
    prepare: 'Prepare run',
    prepared: (runId: number) => `Run ${runId} has been prepared and is waiting for approval.`,
    failed: 'The run was not prepared',
    campaign: 'For',
    noCampaign: 'No matching campaigns',
    campaignOf: (id: number) => `Campaign ${id}`,
    list: 'Statements of the next run',
    last: 'Since last run',
    comparedWith: (difference: string, runId: number) => `${difference} since run ${runId}`,
    first: 'There is no earlier run',
    empty: 'No statements in this run',
    emptyText:
      'No creator has earned anything since the last run, and nothing is brought forward. A new run would be empty.',
    largest: (shown: number, more: number) =>
      `The ${formatCount(shown)} largest payments; ${formatCount(more)} more ${more === 1 ? 'is' : 'are'} in the run.`,
    all: (count: number) => `${plural(count, 'statement')} in all`,
  },
  run: {
    title: (runId: number) => `Payout run ${runId}`,
    about: (kind: string, campaign: string | null) => `${kind}, ${campaign ?? 'all campaigns'}`,
    missing: 'Payout run not found',
    all: 'All payout runs',
    loading: 'Loading the run',
    preparing: 'The run is being prepared. This page updates automatically.',
    failures: (count: number) => `${plural(count, 'statement')} could not be created`,
    failuresText: (count: number): string =>
      count === 1
        ? 'The next run will settle the amount for this creator.'
        : 'The next run will settle the amounts for these creators.',
    more: (count: number) => `And ${formatCount(count)} more.`,
    void: 'This run is void: no creator is paid from it',
    importResults: 'Import payment results',
    tabs: { statements: 'Statements', files: 'Files', compare: 'Compare' },
  },
  frozen: {
    since: (names: string) => `Payouts to ${names} were frozen after the run was created.`,
    draft: (count: number) =>
      `Remove ${count === 1 ? 'the creator’s statement' : 'their statements'} from the run or lift the freeze. Then you can approve the run.`,
    approved: () => 'Lift the freeze or void the run. Until then, you cannot mark the run as exported.',
  },
  steps: {
    label: 'Status of the run',
    names: { draft: 'Draft', approved: 'Approved', exported: 'Exported', paid: 'Paid' },
    pending: {
      draft: 'Being prepared',
      approved: 'Waiting for approval',
      exported: 'Payment files not sent yet',
      paid: 'Creators not paid yet',
    },
    by: (name: string) => ` by ${name}`,
    automatically: ' automatically',
    formerStaff: 'a former member of staff',
  },
  moves: {
    approve: 'Approve',
    export: 'Mark as exported',
    pay: 'Mark as paid',
    void: 'Void run',
    cancel: 'Cancel',
    done: {
      approve: (runId: number) => `Run ${runId} has been approved.`,
      export: (runId: number) => `Run ${runId} has been marked as exported.`,
      pay: (runId: number) => `Run ${runId} has been marked as paid.`,
      void: (runId: number) => `Run ${runId} has been voided.`,
    },
    failed: 'The run was not changed',
    unchecked: 'The amounts of the run could not be checked',
    approveTitle: (runId: number) => `Approve run ${runId}?`,
    approveText: (amount: string, creators: number) =>
      `The payment files will contain ${amount} for ${plural(creators, 'creator')}. Your webhook endpoints and the payout email address will be notified.`,
    changed: (count: number) =>
      `${plural(count, 'creator has', 'creators have')} different payout details from those in the previous run. Check them first.`,
    payTitle: (runId: number) => `Mark run ${runId} as paid?`,
    payText: (amount: string) =>
      `Mark the run as paid only after ${amount} has been paid. You will then no longer be able to void the run, only the statement of a payment that failed.`,
    payAnyway: 'I have paid it by hand: mark as paid',
    voidTitle: (runId: number) => `Void run ${runId}?`,
    voidConfirm: 'Void run',
    voidText:
      'No creator will be paid from this run, and you cannot restore it. Its amounts will go into the next run.',
    voidSent: 'If you have already sent the run’s files, make sure that they are not processed.',
    reasons: {
      second_person_needed:
        'You prepared this run yourself. The organisation’s settings require another person to approve it.',
      statements_paid:
        'Payments from this run have arrived, so it cannot be voided. You can still void the statement of a payment that failed.',
      newer_run: 'A newer run depends on this one, so this run cannot be voided. Void the newer run first.',
    },
  },
};

export const payouts = await inLanguage(english, 'payouts');
