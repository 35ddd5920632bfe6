/** The daemon's own words for a refusal are English. */
export const problems = { say: (_code: string, detail: string): string => detail };
