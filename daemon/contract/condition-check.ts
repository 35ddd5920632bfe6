import type { Condition, PlayerAttributes } from './code-conditions.ts';

/** Returns the attribute of the first condition that fails; null if all hold. */
export const failedAttribute = (
  conditions: readonly Condition[] | null,
  attributes: PlayerAttributes = {},
): string | null => conditions?.find((condition) => !holds(condition, attributes))?.attribute ?? null;

/** Returns whether a condition holds for a player with these attributes. */
export function holds(condition: Condition, attributes: PlayerAttributes): boolean {
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
