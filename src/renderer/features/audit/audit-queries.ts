import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import type { ListSearch } from '../../lib/list-search.ts';
import { fromZonedInput } from '../../lib/zoned-input.ts';
import type { AuditEntry } from './audit-values.ts';

const TEXTS = ['q', 'action', 'entity', 'entity_id', 'from', 'to'] as const;

/** The filters of the log. `from` and `to` have the format of `<input type="datetime-local">`, in the viewer's zone. */
export interface AuditSearch extends ListSearch, Partial<Record<(typeof TEXTS)[number], string>> {
  staff?: number;
  /** The ID of the open entry. */
  entry?: number;
}

export function parseAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const numberOf = (value: unknown) => (/^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : undefined);
  const [staff, entry] = [numberOf(raw.staff), numberOf(raw.entry)];
  const given = TEXTS.flatMap((name) => {
    const value = raw[name];
    return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 100)]] : [];
  });
  return { ...Object.fromEntries(given), ...(staff && { staff }), ...(entry && { entry }) };
}

export const auditInput = ({ staff, from, to, entry: _, ...search }: AuditSearch, zone: string) => ({
  query: {
    ...search,
    staff_id: staff,
    from: fromZonedInput(from ?? '', zone) ?? undefined,
    to: fromZonedInput(to ?? '', zone) ?? undefined,
  },
});

export const auditQuery = ({ entry: _, ...search }: AuditSearch, zone: string) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'list', search],
    queryFn: ({ pageParam }) =>
      ask('listAudit', { query: { ...auditInput(search, zone).query, cursor: pageParam || undefined } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** Objects that have no name, and no ID that means anything to users. */
const UNNAMED = ['settings:1', 'creator:import', 'exchange_rate:import', 'player:-'];

export const objectInWords = ({ entity, entity_id, entity_name }: AuditEntry) =>
  entity_name ?? (UNNAMED.includes(`${entity}:${entity_id}`) ? '' : entity_id);

export const entryQuery = (id: number) =>
  queryOptions({
    queryKey: ['audit', 'one', id],
    queryFn: async () => (await ask('listAudit', { query: { audit_id: id } })).data[0] ?? null,
  });
