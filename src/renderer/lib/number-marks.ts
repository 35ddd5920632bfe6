import { locale } from './locale.ts';

const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8);
const markOf = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value;

/** The number separators of the page's language: in German, "12,5" must not become 125. */
export const numberMarks = {
  decimalSeparator: markOf('decimal') ?? '.',
  thousandSeparator: markOf('group') ?? ' ',
};
