import { formatCount } from '../../lib/format.ts';

/** What is wrong with a field, in the words of every form. */
export const fields = {
  wholeNumber: (min: number, max: number) => `A whole number from ${formatCount(min)} to ${formatCount(max)}`,
};
