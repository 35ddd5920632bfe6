import { formatCount } from '../lib/format.ts';
import { inLanguage } from './language.ts';

/** Field errors that every form uses. */
const english = {
  wholeNumber: (min: number, max: number) => `A whole number from ${formatCount(min)} to ${formatCount(max)}`,
};

export const fields = await inLanguage(english, 'fields');
