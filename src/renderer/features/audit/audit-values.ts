import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { fieldInWords } from '../../components/audit-words.ts';
import { formatMoney, formatTime } from '../../lib/format.ts';
import { moneyOfMinor } from '../../lib/money.ts';
import { audit as t } from '../../texts/audit.ts';
import { auditFields } from '../../texts/audit-fields.ts';
import { codes } from '../../texts/codes.ts';
import { creators } from '../../texts/creators.ts';
import { keys } from '../../texts/keys.ts';
import { moderation } from '../../texts/moderation.ts';
import { payouts } from '../../texts/payouts.ts';
import { settings } from '../../texts/settings.ts';
import { texts } from '../../texts/texts.ts';
import { webhooks } from '../../texts/webhooks.ts';

export type AuditEntry = AnswerOf<Endpoints['listAudit']>['data'][number];

export interface Currency {
  currency: string;
  currency_digits: number;
}

export interface FieldPair {
  name: string;
  before: string | undefined;
  after: string | undefined;
  isChanged: boolean;
}

const { custom, all, none } = settings.rules.moderations;
const { roles } = texts.common;

/** The texts of values, by field, or by entity and field. */
const WORDS: Record<string, Record<string, string>> = {
  ...{ role: roles, shared_with: roles, stage: t.stages, scopes: keys.scopeNames, columns: auditFields },
  disabled_reason: webhooks.switchedOff,
  active: { Y: t.yes, N: t.no },
  creator_code_moderation: { custom: custom.label, all: all.label, none: none.label },
  'api_key.kind': keys.kinds,
  'code.kind': codes.types,
  'creator_code.status': moderation.statuses,
  'creator.status': creators.statuses,
  'payout_run.status': payouts.statuses,
  'delivery.status': webhooks.deliveries.statuses,
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function inWords(entry: AuditEntry, field: string, value: unknown): string {
  const inside = (name: string, item: unknown) => inWords(entry, name, item);
  if (value === null || value === '') return t.notSet;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (Array.isArray(value))
    return value.map((item) => inside(field, item)).join(value.some(isRecord) ? '\n\n' : ', ') || t.none;
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, item]) => `${fieldInWords(name)}: ${inside(name, item)}`)
      .join('\n');
  const text = String(value);
  const named = entry.value_names.find(({ field: name, id }) => name === field && id === text)?.name;
  const word = WORDS[`${entry.entity}.${field}`]?.[text] ?? WORDS[field]?.[text];
  return named ?? word ?? (INSTANT.test(text) ? formatTime(text) : text);
}

/** Money fields in minor units. */
const MONEY = ['payable', 'minimum_payout'];

/**
 * Merges `before` and `after` if they share no field: for a removed object, `before` can identify it and `after` can
 * give the reason.
 */
function asOneSide(entry: AuditEntry): AuditEntry {
  const { before, after } = entry;
  if (!isRecord(before) || !isRecord(after) || Object.keys(before).some((name) => name in after)) return entry;
  return { ...entry, before: null, after: { ...before, ...after } };
}

/** Returns the fields of an entry with both values. An entry about several objects has one list instead of fields. */
export function pairsOf(given: AuditEntry, currency?: Currency): FieldPair[] {
  const entry = asOneSide(given);
  const { before, after } = entry;
  const shown = (name: string, value: unknown) => {
    if (value === undefined) return undefined;
    if (!MONEY.includes(name) || !/^-?\d+$/.test(String(value))) return inWords(entry, name, value);
    if (!currency) return '…';
    return formatMoney(moneyOfMinor(BigInt(String(value)), currency.currency_digits, currency.currency));
  };
  const pairOf = (name: string, one: unknown, other: unknown): FieldPair => ({
    name,
    before: shown(name, one),
    after: shown(name, other),
    isChanged: JSON.stringify(one) !== JSON.stringify(other),
  });
  if ((before !== null && !isRecord(before)) || (after !== null && !isRecord(after)))
    return [pairOf('', before ?? undefined, after ?? undefined)];
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => pairOf(name, before?.[name], after?.[name]));
}

/** Returns the sides that have values: a created object has no values before, and a deleted object has none after. */
export function sidesOf(entry: AuditEntry): readonly ('before' | 'after')[] {
  const { before, after } = asOneSide(entry);
  return [...(before === null ? [] : (['before'] as const)), ...(after === null ? [] : (['after'] as const))];
}
