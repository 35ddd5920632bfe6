import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type TagsOf, tagsQuery } from '../client/tags.ts';
import { tags as t } from '../texts/tags.ts';

interface TagFilterProps {
  of: TagsOf;
  value: string | undefined;
  onChange: (tag: string | undefined) => void;
}

/** Filters a list by a tag. */
export function TagFilter({ of, value, onChange }: TagFilterProps) {
  const { data: known = [] } = useQuery(tagsQuery(of));
  const data = known.map(({ tag, count }) => ({ value: tag, label: t.option(tag, count) }));
  if (value !== undefined && !known.some(({ tag }) => tag === value)) data.push({ value, label: value });
  return (
    <Select
      aria-label={t.filter}
      placeholder={t.any}
      data={data}
      value={value ?? null}
      onChange={(tag) => onChange(tag ?? undefined)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t.any }}
      nothingFoundMessage={known.length === 0 ? t.noneYet : t.noMatch}
      w={160}
    />
  );
}
