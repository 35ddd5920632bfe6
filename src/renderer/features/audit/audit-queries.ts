import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../lib/ask.ts';
import type { ListSearch } from '../../lib/list-search.ts';
import { fromZonedInput } from '../../lib/zoned-input.ts';
import { audit as t } from '../../texts/audit.ts';

export type AuditEntry = AnswerOf<Endpoints['listAudit']>['data'][number];

const TEXTS = ['q', 'action', 'entity', 'entity_id', 'from', 'to'] as const;

/** `from` and `to` are in the format of `<input type="datetime-local">`, in the viewer's zone. */
export interface AuditSearch extends ListSearch, Partial<Record<(typeof TEXTS)[number], string>> {
  staff?: number;
}

export function parseAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const staff = /^[1-9]\d{0,15}$/.test(String(raw.staff)) ? Number(raw.staff) : undefined;
  const given = TEXTS.flatMap((name) => {
    const value = raw[name];
    return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 100)]] : [];
  });
  return { ...Object.fromEntries(given), ...(staff && { staff }) };
}

export const auditQuery = ({ staff, from, to, ...search }: AuditSearch, zone: string) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'list', { staff, from, to, ...search }],
    queryFn: ({ pageParam }) =>
      ask('listAudit', {
        query: {
          ...search,
          staff_id: staff,
          from: fromZonedInput(from ?? '', zone) ?? undefined,
          to: fromZonedInput(to ?? '', zone) ?? undefined,
          cursor: pageParam || undefined,
        },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** "Campaign published"; an action without words of its own is shown as it is. */
export function inWords(action: string): string {
  const [entity = '', verb = ''] = action.split('.');
  const [noun, done] = [t.entities[entity], t.verbs[verb.replaceAll('-', '_')]];
  return noun && done ? `${noun} ${done}` : action;
}

/** An entry about more than one creator code has all their ids; together they must not read like one number. */
export const idsInWords = ({ entity, entity_id }: AuditEntry) =>
  entity === 'creator_code' ? entity_id.replaceAll(',', ', ') : entity_id;

export const fieldInWords = (name: string) => t.fieldNames[name] ?? name;

export interface FieldPair {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string | undefined =>
  value === undefined || typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** The fields of an entry with both values. An entry about more than one object has a list instead of fields. */
export function pairsOf({ before, after }: AuditEntry): FieldPair[] {
  if ((before !== null && !isRecord(before)) || (after !== null && !isRecord(after)))
    return [{ name: '', before: shown(before ?? undefined), after: shown(after ?? undefined) }];
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => ({ name, before: shown(before?.[name]), after: shown(after?.[name]) }));
}

/** What was made has no values before, and what was removed has none after. */
export const sidesOf = ({ before, after }: AuditEntry): readonly ('before' | 'after')[] => [
  ...(before === null ? [] : (['before'] as const)),
  ...(after === null ? [] : (['after'] as const)),
];

export const isChanged = ({ before, after }: FieldPair) => before !== after;
