import type { FieldFault } from '../../../../daemon/contract/refusals.ts';

/** The daemon's own words for a refusal and for a fault of a field are English. */
export const problems = {
  say: (_code: string, detail: string): string => detail,
  /** Beside the field the words need no name of it. */
  sayOfField: ({ code, detail }: FieldFault): string => {
    const words = code === undefined ? detail : detail.replace(/^\S+ (?=(?:is|has|must) )/, '');
    return words.charAt(0).toUpperCase() + words.slice(1);
  },
};
