import type { Condition } from '../../../../daemon/contract/code-conditions.ts';
import { ATTRIBUTE_NAME, MOST_TEXT } from '../../../../daemon/contract/condition-limits.ts';
import { fromZonedInput, toZonedInput } from '../../lib/zoned-input.ts';
import { codeWindow } from '../../texts/code-window.ts';

const t = codeWindow.faults;

/** When and by whom codes can be redeemed, in the format of the API. */
export interface CodeWindow {
  starts_at: string | null;
  ends_at: string | null;
  recipient: string | null;
  conditions: Condition[] | null;
}

/** A condition as typed. */
export interface ConditionRow {
  attribute: string;
  is: Condition['is'];
  value: string;
  /** The values of `one_of`. */
  values: string[];
}

/**
 * The window as typed. The dates keep the time zone in which the form was opened, even if the organisation's time zone
 * changes.
 */
export interface WindowValues {
  zone: string;
  starts_at: string;
  ends_at: string;
  recipient: string;
  conditions: ConditionRow[];
}

export const blankWindow = (zone: string): WindowValues => ({
  zone,
  starts_at: '',
  ends_at: '',
  recipient: '',
  conditions: [],
});

export const windowValues = (window: CodeWindow, zone: string): WindowValues => ({
  zone,
  starts_at: window.starts_at === null ? '' : toZonedInput(window.starts_at, zone),
  ends_at: window.ends_at === null ? '' : toZonedInput(window.ends_at, zone),
  recipient: window.recipient ?? '',
  conditions: (window.conditions ?? []).map(rowOf),
});

/** Returns typed values in the format of the API. The values must be valid. */
export const windowOf = ({ zone, starts_at, ends_at, recipient, conditions }: WindowValues): CodeWindow => ({
  starts_at: fromZonedInput(starts_at, zone),
  ends_at: fromZonedInput(ends_at, zone),
  recipient: recipient.trim() || null,
  conditions: conditions.length === 0 ? null : conditions.map(conditionOf),
});

export const isUnlimited = ({ starts_at, ends_at, recipient, conditions }: WindowValues): boolean =>
  starts_at === '' && ends_at === '' && recipient === '' && conditions.length === 0;

const rowOf = ({ attribute, is, value }: Condition): ConditionRow =>
  is === 'one_of'
    ? { attribute, is, value: '', values: value.map(typedOf) }
    : { attribute, is, value: typedOf(value), values: [] };

export function conditionOf(row: ConditionRow): Condition {
  const attribute = row.attribute.trim();
  if (row.is === 'one_of') return { attribute, is: row.is, value: row.values.map(parseValue) };
  if (row.is === 'at_least' || row.is === 'at_most') return { attribute, is: row.is, value: Number(row.value) };
  return { attribute, is: row.is, value: parseValue(row.value) };
}

export type AttributeValue = string | number | boolean;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;

/** Reads a number, true, false or text. Anything in quotes is text. */
export function parseValue(typed: string): AttributeValue {
  const text = typed.trim();
  if (text === 'true' || text === 'false') return text === 'true';
  if (isNumber(text)) return Number(text);
  return quotedText(text) ?? text;
}

/**
 * Returns whether a text is a number. If a number could not store all the digits exactly, the text stays text, because
 * its value would change.
 */
function isNumber(text: string): boolean {
  const number = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(number)) return false;
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER || /e/i.test(text) || String(number) === text;
}

function quotedText(text: string): string | null {
  if (!/^".*"$/s.test(text)) return null;
  try {
    return JSON.parse(text) as string;
  } catch {
    return null;
  }
}

/** Returns the text that a user would type for a value. */
export function typedOf(value: AttributeValue): string {
  if (typeof value !== 'string') return String(value);
  return parseValue(value) === value && value !== '' ? value : JSON.stringify(value);
}

export interface RowFaults {
  attribute?: string;
  value?: string;
}
export interface WindowFaults {
  ends_at?: string;
  recipient?: string;
  conditions: RowFaults[];
}

/** Returns what is wrong with the typed values; null if nothing is. */
export function windowFaults({ zone, starts_at, ends_at, recipient, conditions }: WindowValues): WindowFaults | null {
  const from = fromZonedInput(starts_at, zone);
  const until = fromZonedInput(ends_at, zone);
  const faults: WindowFaults = { conditions: conditions.map(rowFaults) };
  if (from && until && until <= from) faults.ends_at = t.end;
  if (recipient.trim().length > MOST_TEXT) faults.recipient = t.tooLong(MOST_TEXT);
  const isFine = !faults.ends_at && !faults.recipient && faults.conditions.every((row) => !row.attribute && !row.value);
  return isFine ? null : faults;
}

function rowFaults(row: ConditionRow): RowFaults {
  const faults: RowFaults = {};
  if (!ATTRIBUTE_NAME.test(row.attribute.trim())) faults.attribute = t.attribute;
  const value = valueFault(row);
  if (value !== null) faults.value = value;
  return faults;
}

function valueFault({ is, value, values }: ConditionRow): string | null {
  if (is === 'at_least' || is === 'at_most') return isNumber(value.trim()) ? null : t.number;
  const all = is === 'one_of' ? values : [value];
  if (all.length === 0 || all.some((one) => one.trim() === '')) return is === 'one_of' ? t.values : t.value;
  const isTooLong = all.some((one) => String(parseValue(one)).length > MOST_TEXT);
  return isTooLong ? t.tooLong(MOST_TEXT) : null;
}
