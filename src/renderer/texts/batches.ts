import { formatCount, formatShare, plural } from '../lib/format.ts';
import { inLanguage } from './language.ts';

const codesOf = (count: number) => (count === 1 ? '1 code' : `${formatCount(count)} codes`);

/** The form that creates bulk codes, and the batches of bulk and imported codes. */
const english = {
  bulk: {
    title: 'Bulk codes',
    name: 'Name',
    nameMissing: 'Give the codes a name',
    count: 'Number of codes',
    countHelp: (most: number) => `1 to ${formatCount(most)}`,
    limit: 'Maximum redemptions per code',
    rewardsHelp: 'The rewards are the same for every code',
    make: 'Create codes',
    way: 'Format of the codes',
    ways: { prefix: 'Prefix and length', pattern: 'Pattern' },
    prefix: 'Prefix',
    prefixHelp: 'Optional',
    randoms: 'Random characters',
    randomsHelp: (least: number, most: number) => `${least} to ${most}`,
    pattern: 'Pattern',
    patternHelp: (count: number, randoms: number) =>
      `Each # becomes a random character. ${codesOf(count)} ${count === 1 ? 'needs' : 'need'} at least ${plural(randoms, '# character')}.`,
    patternPlaceholder: 'SUMMER-####-####-####',
    preview: 'Preview',
    suchAs: 'For example',
    never: 'A random character is never 0, O, 1, I or L.',
    noSample: 'A sample will appear here once these fields are valid.',
    faults: {
      prefix: 'Letters, digits, _ and -',
      tooLong: (most: number, whole: number) =>
        `The prefix and random characters add up to ${whole} characters. At most ${most} are allowed`,
      pattern: 'Letters, digits, _ and -, and # for a random character',
      patternLength: (least: number, most: number, length: number) =>
        `The pattern needs ${least} to ${most} characters. It has ${length}.`,
      randoms: (count: number, needed: number, randoms: number) =>
        `To create ${codesOf(count)}, the pattern needs at least ${plural(needed, '# character')}. It has ${randoms}.`,
    },
    failed: 'The codes could not be created',
    made: (count: number) => `${codesOf(count)} created.`,
    making: (done: number, total: number) => `${formatCount(done)} of ${codesOf(total)}`,
    progress: 'Progress',
    saveHint: 'Save the codes as a CSV file with their links and names. You can also do so later, under “Batches”.',
    closeHint: 'You can close this dialog; the server will continue to create the codes.',
    close: 'Close',
    saveCsv: 'Save CSV',
  },
  list: {
    label: 'Batches',
    none: 'No batches yet',
    noneText: 'Codes that you create in bulk or import will be listed here. You can then save them as a file.',
    batch: 'Batch',
    number: (batchId: number) => `#${batchId}`,
    severalNames: 'Several names',
    kind: 'Origin',
    kinds: { generate: 'Generated', import: 'Imported' },
    state: 'State',
    states: { running: 'In progress', failed: 'Failed', Y: 'Active', N: 'Inactive', some: 'Partly active' },
    switching: { Y: 'Activating', N: 'Deactivating' },
    codes: 'Codes',
    redeemed: 'Redeemed',
    claims: 'Claims',
    started: 'Started',
    share: 'Share redeemed',
    shareMade: 'Share created so far',
    save: 'Save CSV',
    saveOf: (batchId: number) => `Save CSV of batch ${batchId}`,
    csv: 'Save',
  },
  batch: {
    loading: 'Loading the batch',
    notFound: 'Batch not found',
    title: (batchId: number) => `Batch ${batchId}`,
    pattern: (pattern: string) => `Pattern ${pattern}`,
    by: (name: string) => `by ${name}`,
    figures: { codes: 'Codes', on: 'Active codes', redeemed: 'Redeemed codes', claims: 'Claims' },
    shareOf: (share: number) => `${formatShare(share)} of all codes`,
    list: 'Codes in the batch',
    empty: 'The batch has no codes',
    emptyText: 'None of its codes were stored.',
    running: 'The codes are being created. Players will be able to redeem them once all of them exist.',
    switchProgress: (done: number, total: number) => `${formatCount(done)} of ${codesOf(total)} changed.`,
    progress: 'Progress of the change',
    off: {
      button: 'Deactivate',
      title: 'Deactivate this batch?',
      text: (count: number) =>
        `This will deactivate ${codesOf(count)}: players will no longer be able to redeem ${count === 1 ? 'it' : 'them'}. You can activate the batch again.`,
      confirm: (count: number) => `Deactivate ${codesOf(count)}`,
      cancel: 'Cancel',
      done: 'The batch is being deactivated.',
    },
    on: {
      button: 'Activate',
      title: 'Activate this batch?',
      text: (count: number) =>
        count === 1
          ? 'This will activate 1 code, even if a colleague deactivated it individually. Players will be able to redeem it while the campaign is active.'
          : `This will activate ${codesOf(count)}, even if a colleague deactivated some of them individually. Players will be able to redeem them while the campaign is active.`,
      confirm: (count: number) => `Activate ${codesOf(count)}`,
      cancel: 'Cancel',
      done: 'The batch is being activated.',
    },
    failed: 'The batch was not changed',
    edit: 'Dates and conditions',
  },
  edit: {
    title: 'Dates and conditions of this batch',
    note: (count: number) =>
      count === 1
        ? 'Your changes will apply to the code in this batch.'
        : `Your changes will apply to all ${codesOf(count)}, even to codes that have their own values.`,
    save: (count: number) => `Change ${codesOf(count)}`,
    started: 'The batch is being changed.',
  },
};

export const batches = await inLanguage(english, 'batches');
