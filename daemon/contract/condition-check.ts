import type { Condition, PlayerAttributes } from './code-conditions.ts';

/** Returns the attribute of the first condition that is not met; null if all are met. */
export const failedAttribute = (
  conditions: readonly Condition[] | null,
  attributes: PlayerAttributes = {},
): string | null => conditions?.find((condition) => !holds(condition, attributes))?.attribute ?? null;

/** Returns whether a player with these attributes meets a condition. */
export function holds(condition: Condition, attributes: PlayerAttributes): boolean {
  // Inherited properties such as "constructor" are not attributes.
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
