import { z } from 'zod';
import { FIELD_FAULTS } from './field-faults.ts';
import { findRewardsTextFault } from './rewards-text.ts';
import { addFault } from './schema-faults.ts';
import { MAX_TAG_LENGTH, MAX_TAGS, normalizeTag } from './tag-values.ts';
import { MIN_PASSWORD } from './words.ts';

/** A user_id or creator_id: 1-255 characters without control characters, compared exactly. */
export const personId = z
  .string()
  .min(1)
  .max(255)
  .regex(/^\P{Cc}+$/u, FIELD_FAULTS.control_characters);

/** 1-64 letters, digits and underscores. */
export const gameId = z.string().regex(/^[A-Za-z0-9_]{1,64}$/, FIELD_FAULTS.not_a_game_id);
/** Games without duplicates, sorted; null for all games. */
export const gamesList = z
  .array(gameId)
  .min(1)
  .max(100)
  .overwrite((games) => [...new Set(games)].sort())
  .nullable();

/** A tag: 1-40 characters without commas, in lower case. */
export const tag = z
  .string()
  .overwrite(normalizeTag)
  .min(1)
  .max(MAX_TAG_LENGTH)
  .regex(/^[^,\p{Cc}]+$/u, FIELD_FAULTS.not_a_tag);
/** Tags without duplicates, sorted. */
export const tagList = z
  .array(tag)
  .max(MAX_TAGS)
  .overwrite((tags) => [...new Set(tags)].sort());

const DATE_TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;
const DATE_ONLY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/**
 * Parses ISO 8601 to milliseconds since 1970, as UTC if there is no offset; returns NaN if the text is not an instant.
 */
export function parseInstant(text: string): number {
  if (!DATE_TIME.test(text)) return DATE_ONLY.test(text) && isRealDay(text) ? Date.parse(text) : Number.NaN;
  if (!isRealDay(text)) return Number.NaN;
  const hasOffset = text.endsWith('Z') || /[+-]\d\d:?\d\d$/.test(text);
  return Date.parse(hasOffset ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`);
}
/** Rejects dates such as 30 February, which Date.parse would read as 2 March. */
const isRealDay = (text: string) => {
  const day = Number(text.slice(8, 10));
  return day <= 28 || day <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
};
const daysInMonth = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/** An instant as ISO 8601, parsed to milliseconds since 1970. */
export const instant = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(parseInstant(text)), FIELD_FAULTS.not_an_instant)
  .transform(parseInstant)
  .meta({ format: 'date-time' });

/** An instant in a response. */
export const instantOut = z.string().meta({ format: 'date-time' });

export const email = z.email().max(320);

export const yesNo = z.enum(['Y', 'N']);

const MAX_ID = Number.MAX_SAFE_INTEGER;
/** A positive whole number as text, in a path or a query. */
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, FIELD_FAULTS.not_an_id)
  .transform(Number)
  .refine((id) => id <= MAX_ID, FIELD_FAULTS.not_an_id);

/** A numeric ID in a query. */
export const queryId = z.coerce.number().int().min(1).max(MAX_ID);

/** A boolean in a query. */
export const queryFlag = z.enum(['true', 'false']).transform((text) => text === 'true');

export const newPassword = z.string().min(MIN_PASSWORD).max(1024);

/** Returns the schema for a numeric ID in a path. */
export const pathId = <K extends string>(name: K) => z.object({ [name]: idText } as Record<K, typeof idText>);

/** The maximum number of rows on a page. */
export const MOST_ROWS = 100;

/** All rows of a list, or of a table of figures, as a CSV. */
export const csvQuery = {
  /** `csv`: a CSV of all rows that the filters select, in the list's order, instead of one page. */
  format: z.literal('csv').optional(),
  /**
   * The fields in the CSV, in this order and separated by commas, such as `code,usage_limit`; by default, all fields.
   */
  columns: z.string().min(1).max(4000).optional(),
};

/** `page` starts at 1; `page_size` is 25 by default and at most 100. */
export const pageOnly = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(MOST_ROWS).default(25),
};
export const pageQuery = { ...pageOnly, ...csvQuery };
export const listQuery = {
  ...pageQuery,
  q: z.string().max(200).optional(),
};

/** Returns the schema `{data, page, page_size, total}`. In lists for staff, `total` is at most 10,000. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), page: z.number(), page_size: z.number(), total: z.number() });

/** Lists with a cursor: `cursor` is the `next_cursor` from the previous page, which is null on the last page. */
export const keysetQuery = {
  cursor: z.string().min(1).max(1000).optional(),
  limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(25),
  ...csvQuery,
};
export const keysetOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), next_cursor: z.string().nullable() });

export const webUrl = z
  .string()
  .max(2000)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), FIELD_FAULTS.not_a_url);

/** The origin of a web page. Origins are compared literally, so an origin with `*` would not match any page. */
export const webOrigin = webUrl.refine((text) => !text.includes('*'), FIELD_FAULTS.has_wildcard);

/** Rewards as the JSON text that staff typed: an object or an array of objects, at most 64 KiB. */
export const rewardsJson = z.string().superRefine((text, context) => {
  // This check comes first, because text that is too long or too deep must not be parsed.
  const code = findRewardsTextFault(text)?.code ?? (isRewards(text) ? null : 'not_rewards');
  if (code !== null) addFault(context, code);
});

function isRewards(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = (item: unknown) => typeof item === 'object' && item !== null && !Array.isArray(item);
    return Array.isArray(value) ? value.every(isObject) : isObject(value);
  } catch {
    return false;
  }
}

/** `[{min_revenue, percent}]` in ascending order; percent is 0-100 with at most two decimals. */
export const commissionTiers = z
  .array(
    z.strictObject({
      min_revenue: z.number().min(0).max(1e12),
      percent: z.number().min(0).max(100).multipleOf(0.01),
    }),
  )
  .max(50)
  .refine(
    (tiers) => tiers.every((tier, at) => at === 0 || tier.min_revenue > (tiers[at - 1]?.min_revenue ?? 0)),
    FIELD_FAULTS.not_ascending,
  );

/** Money in admin responses. */
export const moneyOut = z.object({ amount: z.string(), currency: z.string() });

/** A body that may be absent or an empty object. */
export const nothing = z.strictObject({}).optional();

/** The period and time step of a series in a response. */
export const seriesSpan = { from: instantOut, to: instantOut, step: z.enum(['hour', 'day']) };

/**
 * What a player paid in another currency, with the rate at which it was converted; null for the organisation's
 * currency.
 */
export const paidOut = moneyOut.extend({ rate: z.string(), rate_id: z.number() }).nullable();

/** The fields that identify a row's payment. */
export const paymentNamed = {
  payment_id: z.number(),
  game_id: z.string(),
  transaction_id: z.string().nullable(),
  user_id: z.string(),
};
