import type { Condition } from '../../../../daemon/contract/code-conditions.ts';
import { formatChoice } from '../../lib/format.ts';
import { codeWindow as t } from '../../texts/code-window.ts';
import type { AttributeValue } from './window-values.ts';

const SHOWN = 10;

/** Returns a condition in words, such as “level is at least 20”. Only text is in quotes. */
export function conditionText({ attribute, is, value }: Condition): string {
  const text = is === 'one_of' ? choiceText(value) : valueText(value);
  return t.sentence[is](attribute, text);
}

const valueText = (value: AttributeValue) => (typeof value === 'string' ? t.quoted(value) : String(value));

function choiceText(values: readonly AttributeValue[]): string {
  const shown = values.slice(0, SHOWN).map(valueText);
  const more = values.length - shown.length;
  return formatChoice(more > 0 ? [...shown, t.more(more)] : shown);
}
