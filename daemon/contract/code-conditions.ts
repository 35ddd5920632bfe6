import { z } from 'zod';
import {
  ATTRIBUTE_NAME,
  MOST_ATTRIBUTE_BYTES,
  MOST_ATTRIBUTES,
  MOST_CONDITIONS,
  MOST_TEXT,
  MOST_VALUES,
} from './condition-limits.ts';
import { FIELD_FAULTS } from './field-faults.ts';
import { personId } from './fields.ts';

// The conditions that a player must meet to redeem a code, and the attributes that the game's server sends to check
// them.

const attribute = z.string().regex(ATTRIBUTE_NAME, FIELD_FAULTS.not_an_attribute);
const single = z.union([z.string().max(MOST_TEXT), z.number(), z.boolean()]);

/**
 * A comparison of an attribute with a value. The condition is not met if the attribute is missing or has a different
 * type. Only numbers can be compared with `at_least` or `at_most`.
 */
const condition = z.discriminatedUnion('is', [
  z.strictObject({ attribute, is: z.enum(['equal', 'not_equal']), value: single }),
  z.strictObject({ attribute, is: z.literal('one_of'), value: z.array(single).min(1).max(MOST_VALUES) }),
  z.strictObject({ attribute, is: z.enum(['at_least', 'at_most']), value: z.number() }),
]);
export type Condition = z.output<typeof condition>;

export const conditionList = z.array(condition).max(MOST_CONDITIONS);

/**
 * When and by whom codes can be redeemed; null or absent for no limit.
 * @param at the schema of an instant in a request or in a response
 */
export const windowWith = <Instant extends z.ZodType>(at: Instant) => ({
  starts_at: at.nullable().optional(),
  ends_at: at.nullable().optional(),
  /** The only user who can redeem the code. */
  recipient: personId.nullable().optional(),
  conditions: conditionList.nullable().optional(),
});

/** What the game's server states about a player, such as level or country. It is not stored. */
export const playerAttributes = z
  .record(attribute, single)
  .refine((all) => Object.keys(all).length <= MOST_ATTRIBUTES, FIELD_FAULTS.too_many_attributes)
  .refine(
    (all) => new TextEncoder().encode(JSON.stringify(all)).length <= MOST_ATTRIBUTE_BYTES,
    FIELD_FAULTS.attributes_too_long,
  )
  .describe(
    'The player’s attributes, for the conditions of the code: at most 32 fields and 4 KiB. They are not stored.',
  );
export type PlayerAttributes = z.output<typeof playerAttributes>;
