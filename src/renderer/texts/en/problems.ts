/** The daemon's own words for a refusal and for a fault of a field are English. */
export const problems = {
  say: (_code: string, detail: string): string => detail,
  sayOfField: (detail: string): string => detail,
};
