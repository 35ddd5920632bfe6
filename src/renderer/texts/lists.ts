import { formatCount } from '../lib/format.ts';
import { inLanguage } from './language.ts';

/** Lists, and fields that many forms have. */
const english = {
  nothingOnPage: (total: string) => `Nothing on this page, ${total} in all`,
  rows: (first: number, last: number, total: string) => `${first}–${last} of ${total}`,
  controls: { first: 'first page', previous: 'previous page', next: 'next page', last: 'last page' },
  page: (page: string | number) => `Page ${page}`,
  newest: (count: number) => `Latest ${count}`,
  all: (count: number) => `${count === 1 ? '1 row' : `${formatCount(count)} rows`} in all`,
  saveCsv: 'Save as CSV',
  look: 'View',
  columns: 'Columns',
  columnNarrower: (name: string) => `Make ${name} narrower`,
  columnWider: (name: string) => `Make ${name} wider`,
  resetWidths: 'Reset the widths',
  columnUp: (name: string) => `Move ${name} up`,
  columnDown: (name: string) => `Move ${name} down`,
  lowRows: 'Compact rows',
  pageSize: 'Rows per page',
  copyRows: 'Copy these rows',
  copied: (count: number) =>
    count === 1
      ? '1 row copied. You can paste it into a spreadsheet.'
      : `${formatCount(count)} rows copied. You can paste them into a spreadsheet.`,
  showMore: 'Show more',
  noneYet: 'No match yet',
  showMoreHint: 'No match among the newest rows. “Show more” searches older rows.',
  clearSearch: 'Clear the search',
  reason: 'Reason',
  reasonHelp: 'The reason will be stored with the change.',
};

export const lists = await inLanguage(english, 'lists');
