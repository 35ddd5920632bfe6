import { formatCount, plural } from '../lib/format.ts';
import { inLanguage } from './language.ts';

const rows = (count: number) => (count === 1 ? '1 row' : `${formatCount(count)} rows`);
const codes = (count: number) => plural(count, 'code');

/** The import of a CSV file, with a preview before anything is stored. */
const english = {
  file: 'File',
  choose: 'Choose a CSV file',
  chooseList: 'Choose a file',
  drop: 'or drop it here',
  another: 'Choose another file',
  example: 'Save an example file',
  notUtf8: 'The file is not in UTF-8. In a spreadsheet, save it as “CSV UTF-8”.',
  tooLarge: (megabytes: number) =>
    `The file is larger than ${megabytes} MB. Split it into several files, each with the header.`,
  columns: 'Columns',
  needed: 'required',
  columnsNote: 'The first line names the columns. Commas, semicolons or tabs separate them.',
  looking: 'Checking the file',
  preview: 'Preview',
  nothingKept: 'Nothing imported yet.',
  figures: { new: 'New', changed: 'Changed', unchanged: 'Unchanged', refused: 'Invalid' },
  refused: 'Invalid rows',
  refusedShown: (shown: number, total: number) => `the first ${formatCount(shown)} of ${formatCount(total)}`,
  line: 'Line',
  reason: 'Reason',
  saveRefused: 'Save the invalid rows',
  saveHint:
    'In the saved file, the last column gives the reason. Fix the rows and import the file; you do not need to remove that column.',
  refusedFile: 'invalid-rows.csv',
  rows: 'Rows in the file',
  firstRows: (shown: number) => `the first ${formatCount(shown)}`,
  result: 'Result',
  results: { new: 'New', changed: 'Changed', unchanged: 'Unchanged', refused: 'Invalid' },
  whole: 'The file cannot be read, so none of its rows can be imported. Fix it, then choose it again.',
  noneValid: 'No row in the file can be imported.',
  partly: (refused: number) =>
    `${rows(refused)} cannot be imported. Fix the file and choose it again, or import the rest.`,
  nothingToDo: 'Nothing to import: every row already exists.',
  importAll: (count: number) => `Import ${rows(count)}`,
  importValid: (valid: number) => `Import only the ${valid === 1 ? 'valid row' : `${formatCount(valid)} valid rows`}`,
  failed: 'Nothing was imported',
  leftOut: (count: number) => `${rows(count)} skipped because ${count === 1 ? 'it is' : 'they are'} invalid.`,
  again: 'Import another file',
  codes: {
    title: 'Import codes',
    note: 'Import your codes from a CSV file, as redeem codes of this campaign. You will see the result for each row before anything is stored.',
    defaults: 'For missing columns and blank cells',
    defaultsNote: 'If a column is missing or a cell is blank, the code gets the value that you enter here.',
    fields: {
      code: 'Code',
      name: 'Name',
      root_url: 'Redeem page',
      usage_limit: 'Maximum redemptions per code',
      active: 'Active',
      rewards_json: 'Rewards',
      starts_at: 'From',
      ends_at: 'Until',
      recipient: 'Only for this player',
      conditions: 'Conditions',
    },
    lacks: {
      name: 'Some codes in the file have no name. Enter one for them here',
      root_url: 'Some codes in the file have no redeem page. Enter one for them here',
    },
    rewardsHelp: 'A JSON object, or an array of objects',
    help: {
      code: 'The value, 3–64 characters: letters, digits, _ and -',
      name: 'What your team calls the code',
      root_url: 'The address of the page on which players redeem the code',
      usage_limit: 'How many players can redeem the code',
      active: 'Y or N',
      rewards_json: 'The rewards as JSON',
      starts_at: 'When the code can first be redeemed, in UTC, such as 2026-12-04T18:00:00Z',
      ends_at: 'When the code can no longer be redeemed',
      recipient: 'The user ID of the only player who can redeem the code',
    },
    running: (done: number, total: number) => `${formatCount(done)} of ${codes(total)} created`,
    progress: 'Progress',
    done: (count: number, isDraft: boolean) =>
      `${codes(count)} created. Players ${isDraft ? 'will be able to' : 'can'} redeem ${count === 1 ? 'it' : 'them'} ${isDraft ? 'once the campaign is published' : 'while the campaign is active'}.`,
    failed: 'The codes were not created',
    open: 'Open the batch',
    exampleFile: 'codes-example.csv',
  },
  creators: {
    title: 'Import creators',
    note: 'Create and update creators from a CSV file. You will see the result for each row before anything is stored.',
    help: {
      creator_id: 'The ID the game uses',
      display_name: 'The creator’s name',
      email: 'Where the daily results go',
      commission_percent: 'The creator’s own percentage, such as 12.5',
      status: 'active or suspended',
      payout_method: 'Such as paypal, wise or bank',
      payout_address: 'An email address or an IBAN, depending on the method',
    },
    blank: 'A blank cell changes nothing.',
    fields: {
      creator_id: 'Creator ID',
      display_name: 'Name',
      email: 'Email',
      commission_percent: 'Custom commission',
      status: 'Status',
      payout_method: 'Payout method',
      payout_address: 'Payout address',
    } as Record<string, string>,
    done: (created: number, updated: number, unchanged: number) =>
      `Creators: ${formatCount(created)} new, ${formatCount(updated)} changed, ${formatCount(unchanged)} unchanged.`,
    open: 'Show the creators',
    exampleFile: 'creators-example.csv',
  },
  rates: {
    title: 'Import exchange rates',
    note: 'Add rates from a CSV file. You will see the result for each row before anything is stored.',
    help: {
      currency: 'A code such as EUR',
      valid_from: 'The first day, such as 2026-11-20',
      rate: 'Units of your currency per unit of this currency, such as 1.085',
    },
    fields: { currency: 'Currency', valid_from: 'Valid from', rate: 'Rate' } as Record<string, string>,
    done: (created: number, unchanged: number) =>
      `Exchange rates: ${formatCount(created)} added, ${formatCount(unchanged)} unchanged.`,
    open: 'Show the exchange rates',
    exampleFile: 'exchange-rates-example.csv',
  },
};

export const imports = await inLanguage(english, 'imports');
