import type { FieldFault } from '../../../daemon/contract/refusals.ts';
import { inLanguage } from './language.ts';

/** The daemon's sentences for a refusal and for a fault of a field are in English. */
const english = {
  say: (_code: string, detail: string, _errors?: readonly FieldFault[]): string => detail,
  /** Next to the field, the sentence does not repeat its name. */
  sayOfField: ({ code, detail }: FieldFault): string => {
    const words = code === undefined ? detail : detail.replace(/^\S+ (?=(?:is|must|cannot) )/, '');
    return words.charAt(0).toUpperCase() + words.slice(1);
  },
};

export const problems = await inLanguage(english, 'problems');
