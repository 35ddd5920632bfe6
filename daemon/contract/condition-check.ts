import type { Condition, PlayerAttributes } from './code-conditions.ts';

// The evaluation of conditions, without zod, because the Portal runs it, too.

/** Returns the first condition that fails; null if all hold. */
export const failedCondition = (
  conditions: readonly Condition[] | null,
  attributes: PlayerAttributes = {},
): Condition | null => conditions?.find((condition) => !holds(condition, attributes)) ?? null;

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
