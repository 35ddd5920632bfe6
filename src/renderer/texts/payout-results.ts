import type { RESULT_FAULTS } from '../../../daemon/contract/words.ts';
import { formatCount, plural } from '../lib/format.ts';
import { inLanguage } from './language.ts';

const statements = (count: number) => plural(count, 'statement');

/** The import of the file in which the bank, PayPal or Wise reports which payments arrived. */
const english = {
  title: 'Import payment results',
  note: (runId: number) =>
    `Import the file in which the bank, PayPal or Wise reports which payments of run ${runId} arrived. You will see the result for each line before anything is stored.`,
  notYet: 'You can import payment results once the run is marked as exported.',
  fileHelp:
    'The file needs three columns: the reference from the payment file (such as P12-345), the amount and the status.',
  noHeader: 'The file has no lines below the header. Choose another file.',
  mapping: 'How to read the file',
  mappingNote: 'The server saves these settings for the next file from the same source.',
  source: 'Source',
  sourceHelp: 'The bank or payment service, such as Wise',
  deleteSource: 'Delete source',
  deleteTitle: (name: string) => `Delete the source ${name}?`,
  deleteText: 'The saved columns and words will be deleted. Imported results will be kept.',
  deleted: (name: string) => `The source ${name} has been deleted.`,
  cancel: 'Cancel',
  columns: {
    reference: 'Reference',
    amount: 'Amount',
    currency: 'Currency',
    status: 'Status',
    reason: 'Reason for failure',
  },
  choose: 'Choose a column',
  none: 'Not in the file',
  words: 'What the words in the status column mean',
  meanings: { paid: 'Paid', failed: 'Failed', ignored: 'Ignore' },
  lines: (count: number) => plural(count, 'line'),
  blankWord: 'Some lines have no status. The server cannot import them.',
  tooManyWords: (count: number) =>
    `This column has ${formatCount(count)} different values, so it is probably not the status. Choose another column.`,
  incomplete: 'Choose the source, the columns, and what each word means. The preview will then appear.',
  preview: 'Preview',
  figures: {
    paid: 'Paid',
    failed: 'Failed',
    refused: 'Lines with errors',
    without: 'Still without a result',
  },
  ofStatements: statements,
  unchanged: (count: number) => `${plural(count, 'line')} already imported`,
  ignored: (count: number) => `${plural(count, 'line')} ignored`,
  import: 'Import results',
  refusedAll: (count: number) =>
    count === 1
      ? '1 line has an error, so the file cannot be imported. Fix the line or the mapping.'
      : `${formatCount(count)} lines have errors, so the file cannot be imported. Fix them or the mapping.`,
  nothingToDo: 'Nothing to import: the file has no new results.',
  voids: (count: number) =>
    count === 1
      ? 'The import will void 1 statement whose payment failed. The next run will settle it.'
      : `The import will void ${statements(count)} whose payments failed. The next run will settle them.`,
  list: 'Lines in the file',
  firstLines: (shown: number, total: number) => `${formatCount(shown)} of ${formatCount(total)}, errors first`,
  line: 'Line',
  result: 'Result',
  creator: 'Creator',
  reference: 'Reference',
  payable: 'Payable',
  why: 'Reason',
  outcomes: {
    refused: 'Error',
    returned: 'Returned',
    failed: 'Failed',
    paid: 'Paid',
    unchanged: 'Unchanged',
    ignored: 'Ignored',
  },
  /** In English, the Portal shows the daemon's sentence, which contains the values of the line. */
  fault: (_code: (typeof RESULT_FAULTS)[number], detail: string): string =>
    detail.charAt(0).toUpperCase() + detail.slice(1),
  withoutTitle: 'Statements still without a result',
  withoutNote: (count: number): string =>
    count === 1
      ? 'The file does not show whether this payment arrived. It may be in another file, or it may have been made by hand.'
      : 'The file does not show whether these payments arrived. They may be in another file, or they may have been made by hand.',
  more: (count: number) => `And ${formatCount(count)} more.`,
  done: (paid: number, failed: number) => `${statements(paid)} paid, ${formatCount(failed)} failed.`,
  toRun: 'Open the run',
  showFailed: 'Show the failed statements',
  another: 'Import another file',
};

export const payoutResults = await inLanguage(english, 'payout-results');
