import { Group, Select } from '@mantine/core';
import { CODE_TYPES } from '../../../../daemon/contract/words.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { TagFilter } from '../../components/tag-filter.tsx';
import { useChangeSearch } from '../../lib/list-search.ts';
import { codes } from '../../texts/codes.ts';
import { CODE_STATES, type CodesSearch, ORIGINS, originOf } from './campaign-search.ts';
import type { CodesOf } from './codes-queries.ts';

const t = codes.list;
const ORIGIN_OPTIONS = ORIGINS.map((value) => ({ value, label: t.origins[value] }));
const TYPE_OPTIONS = CODE_TYPES.map((value) => ({ value, label: codes.types[value] }));
const STATE_OPTIONS = CODE_STATES.map((value) => ({ value, label: t.states[value] }));

export const NO_FILTERS = { q: undefined, code_type: undefined, state: undefined, origin: undefined, tag: undefined };
export const isFiltered = ({ q, code_type, state, tag }: CodesSearch) => Boolean(q || code_type || state || tag);

/** Filters codes. The codes of a batch share an origin and a type, so only campaigns have filters for these. */
export function CodesFilters({ search, of }: { search: CodesSearch; of: CodesOf }) {
  const ofBatch = of.batch_id !== undefined;
  const change = useChangeSearch<CodesSearch>();
  return (
    <Group gap="sm">
      <SearchBox label={t.search} value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
      {!ofBatch && (
        <Select
          aria-label={t.origin}
          data={ORIGIN_OPTIONS}
          allowDeselect={false}
          value={originOf(search)}
          onChange={(value) => change({ origin: value as CodesSearch['origin'] })}
          w={170}
        />
      )}
      {!ofBatch && (
        <Select
          aria-label={t.type}
          placeholder={t.anyType}
          data={TYPE_OPTIONS}
          value={search.code_type ?? null}
          onChange={(value) => change({ code_type: (value as CodesSearch['code_type'] | null) ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t.anyType }}
          w={150}
        />
      )}
      <Select
        aria-label={t.state}
        placeholder={t.anyState}
        data={STATE_OPTIONS}
        value={search.state ?? null}
        onChange={(value) => change({ state: (value as CodesSearch['state'] | null) ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': t.anyState }}
        w={160}
      />
      <TagFilter of={{ campaign_id: of.campaign_id }} value={search.tag} onChange={(tag) => change({ tag })} />
    </Group>
  );
}
