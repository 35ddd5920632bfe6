import type { FieldFault } from '../../../daemon/contract/refusals.ts';
import { inLanguage } from './language.ts';

/** In English, the Portal shows the daemon's own sentences for refusals and field faults. */
const english = {
  say: (_code: string, detail: string, _errors?: readonly FieldFault[]): string => detail,
  /** Returns the sentence without the field's name, to be shown next to the field. */
  sayOfField: ({ code, detail }: FieldFault): string => {
    const words = code === undefined ? detail : detail.replace(/^\S+ (?=(?:is|must|cannot) )/, '');
    return words.charAt(0).toUpperCase() + words.slice(1);
  },
};

export const problems = await inLanguage(english, 'problems');
