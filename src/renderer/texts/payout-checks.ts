import { plural } from '../lib/format.ts';
import { inLanguage } from './language.ts';

const creators = (count: number) => plural(count, 'creator');

/** How a payout run is paid, its files, and how it differs from an earlier run. */
const english = {
  title: 'How it is paid',
  parts: { paypal: 'PayPal', wise: 'Wise', bank: 'Bank', by_hand: 'By hand', unpayable: 'Unpayable' },
  filters: {
    paypal: 'In PayPal’s file',
    wise: 'In Wise’s file',
    bank: 'In the bank file',
    by_hand: 'Paid by hand',
    unpayable: 'Unpayable',
  },
  about: {
    paypal: 'In the file for PayPal',
    wise: 'In the file for Wise',
    bank: 'In the file for the bank',
    by_hand: 'Creators whose address no payment file supports',
    unpayable: 'Creators without payout details',
  },
  payable: 'Payable',
  creators,
  arrived: (amount: string) => `${amount} arrived`,
  voided: (amount: string) => `${amount} voided`,
  failed: 'The payment breakdown could not be loaded.',
  retry: 'Try again',
  loading: 'Loading the payment breakdown',
  warn: {
    unpayable: (amount: string, count: number) =>
      count === 1
        ? `${amount} for 1 creator is not in any payment file: the creator has no payout details.`
        : `${amount} for ${creators(count)} is not in any payment file: they have no payout details.`,
    byHand: (amount: string, count: number) =>
      count === 1
        ? `${amount} for 1 creator is not in any payment file either: pay the creator by hand.`
        : `${amount} for ${creators(count)} is not in any payment file either: pay them by hand.`,
    byHandAlone: (amount: string, count: number) =>
      count === 1
        ? `${amount} for 1 creator is not in any payment file: pay the creator by hand.`
        : `${amount} for ${creators(count)} is not in any payment file: pay them by hand.`,
    draft: (count: number): string =>
      count === 1
        ? 'A run keeps the details that it was created with. Enter the missing details and remove this statement from the run; the next run will then include the amount in a payment file. Or pay this creator by hand.'
        : 'A run keeps the details that it was created with. Enter the missing details and remove these statements from the run; the next run will then include the amounts in a payment file. Or pay these creators by hand.',
    approved: (count: number): string =>
      count === 1
        ? 'A run keeps the details that it was created with. Pay this creator by hand. Or enter the missing details, and void this statement once the run is marked as exported; the next run will then include the amount in a payment file.'
        : 'A run keeps the details that it was created with. Pay these creators by hand. Or enter the missing details, and void these statements once the run is marked as exported; the next run will then include the amounts in a payment file.',
    exported: (count: number): string =>
      count === 1
        ? 'A run keeps the details that it was created with. Pay this creator by hand. Or enter the missing details and void this statement; the next run will then include the amount in a payment file.'
        : 'A run keeps the details that it was created with. Pay these creators by hand. Or enter the missing details and void these statements; the next run will then include the amounts in a payment file.',
    whoIs: (count: number): string => (count === 1 ? 'Show this creator' : 'Show these creators'),
    paidAnyway: 'Mark the run as paid only if you have paid this amount by hand.',
  },
  list: (part: string) => `Statements: ${part}`,
  columns: {
    creator: 'Creator',
    payable: 'Payable',
    to: 'Pay to',
    why: 'Why',
    reference: 'Reference',
    open: 'Statement',
  },
  details: 'Payout details',
  statement: 'Statement',
  statementOf: (name: string) => `Statement for ${name}`,
  why: {
    no_file_for_method: (method: string) => `No payment file supports “${method}”`,
    address_not_usable: () => 'The payment file does not support this address',
    no_payout_method: () => 'The payout method is missing',
    no_address: () => 'The address is missing',
  },
  failedPayment: 'Failed',
  nothing: 'No payout details',
  none: 'No statement is paid this way',
  noneText: 'Choose another group of statements, or show all statements.',
  files: {
    label: 'Files of the run',
    note: 'A file is identical each time you save it. Check that its SHA-256 matches that of the file you upload.',
    paying: 'Payment files',
    lockedDraft: 'locked until the run is approved',
    lockedVoid: 'locked, because the run is void',
    books: 'For your books',
    file: 'File',
    content: 'Content',
    rows: 'Rows',
    amount: 'Amount',
    names: {
      finance: 'Finance',
      excel: 'Excel',
      lines: 'Lines',
      lines_with_currencies: 'Currencies',
      paypal: 'PayPal',
      wise: 'Wise',
      bank: 'Bank',
    },
    about: {
      finance: 'A row for each creator',
      excel: 'Excel-friendly CSV',
      lines: 'A row for each creator and campaign',
      lines_with_currencies: 'A row for each creator, campaign and currency in which players paid',
      paypal: 'PayPal’s payments file',
      wise: 'Wise’s template for payments by email',
      bank: 'Transfers to the creators’ accounts',
    },
    zip: ', as a ZIP with a list of the omitted creators',
    noHash: 'Not stored',
    noHashWhy:
      'This run was created before this file layout existed, so no hash was stored. The server creates the file from the statements.',
    copy: (label: string) => `Copy the SHA-256 of the ${label} file`,
    save: (label: string, format: string) => `Save the ${label} file, ${format}`,
    csv: 'CSV',
    zipButton: 'ZIP',
    inFiles: 'In payment files',
    outside: 'Not in a payment file',
  },
  compare: {
    with: 'Compared with',
    run: (runId: number, period: string, status: string) => `Run ${runId} · ${period} · ${status}`,
    runAlone: (runId: number) => `Run ${runId}`,
    none: 'There is no earlier run',
    noneText: 'This is the first payout run, so there is nothing to compare it with.',
    noRun: 'No matching runs',
    badRun: 'This run cannot be compared with the chosen one',
    label: 'Difference by creator',
    figures: {
      difference: 'Difference',
      before: (before: string) => `was ${before}`,
      new: 'New creators',
      gone: 'Removed creators',
      addresses: 'Changed payout details',
      check: 'Check them before you pay',
    },
    only: 'Changes',
    any: 'Any change',
    filters: {
      new: 'New',
      gone: 'Removed',
      address_changed: 'Payout details changed',
      payable_changed: 'Payable changed',
    },
    columns: { creator: 'Creator', before: 'Before', now: 'Now', difference: 'Difference', change: 'Change' },
    isNew: 'New',
    isGone: 'Removed',
    isMerged: 'Merged into',
    noMatch: 'No matching creators',
    noMatchText: 'Try another search or another type of change.',
    empty: 'Neither run has a statement',
    gone: (count: number, amount: string, runId: number) =>
      `${plural(count, 'creator')} from run ${runId} (${amount} in total) ${count === 1 ? 'is' : 'are'} not in this run.`,
    showGone: 'Show removed creators',
  },
};

export const payoutChecks = await inLanguage(english, 'payout-checks');
