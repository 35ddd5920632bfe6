import type { Condition, PlayerAttributes } from '../../contract/code-conditions.ts';

/** What must hold for the player who redeems a code; null for nothing. */
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

/** Returns the attribute of the first condition that fails; null if all hold. */
export const failedAttribute = (conditions: Conditions, attributes: PlayerAttributes = {}): string | null =>
  conditions?.find((condition) => !holds(condition, attributes))?.attribute ?? null;

function holds(condition: Condition, attributes: PlayerAttributes): boolean {
  // A name such as "constructor" is in every object.
  if (!Object.hasOwn(attributes, condition.attribute)) return false;
  const given = attributes[condition.attribute];
  switch (condition.is) {
    case 'equal':
      return given === condition.value;
    case 'not_equal':
      return typeof given === typeof condition.value && given !== condition.value;
    case 'one_of':
      return condition.value.some((value) => given === value);
    case 'at_least':
      return typeof given === 'number' && given >= condition.value;
    case 'at_most':
      return typeof given === 'number' && given <= condition.value;
  }
}
