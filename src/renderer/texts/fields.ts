import { formatCount } from '../lib/format.ts';
import { inLanguage } from './language.ts';

/** What is wrong with a field, in the words of every form. */
const english = {
  wholeNumber: (min: number, max: number) => `A whole number from ${formatCount(min)} to ${formatCount(max)}`,
};

export const fields = await inLanguage(english, 'fields');
