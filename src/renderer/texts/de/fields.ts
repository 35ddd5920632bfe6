import { formatCount } from '../../lib/format.ts';
import type { fields as english } from '../fields.ts';

export const fields: typeof english = {
  wholeNumber: (min, max) => `Eine ganze Zahl von ${formatCount(min)} bis ${formatCount(max)}`,
};
