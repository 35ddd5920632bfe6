import type { Condition } from '../../contract/code-conditions.ts';

/** The conditions that a player must meet to redeem a code; null if there are none. */
export type Conditions = readonly Condition[] | null;

/** Reads conditions from their stored form. */
export const parseConditions = (text: string | null): Conditions =>
  text === null ? null : (JSON.parse(text) as Condition[]);

/** Returns the stored form; null for an empty list. */
export const conditionsText = (conditions: Conditions): string | null =>
  conditions === null || conditions.length === 0 ? null : JSON.stringify(conditions);

/** Returns conditions for a response. */
export const conditionsOut = (text: string | null): Condition[] | null => {
  const conditions = parseConditions(text);
  return conditions && [...conditions];
};
