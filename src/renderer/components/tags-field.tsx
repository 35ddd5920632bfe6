import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MAX_TAG_LENGTH, MAX_TAGS } from '../../../daemon/contract/tag-values.ts';
import { storedTags, type TagsOf, tagsQuery } from '../client/tags.ts';
import { tags as t } from '../texts/tags.ts';

interface TagsFieldProps {
  label?: string;
  value?: string[];
  onChange?: (tags: string[]) => void;
  /** The objects whose tags it offers. */
  of: TagsOf;
  error?: ReactNode;
  readOnly?: boolean;
  'data-autofocus'?: boolean;
}

/** A field for tags that offers the tags in use. */
export function TagsField({ label = t.label, value = [], onChange, of, ...input }: TagsFieldProps) {
  const { data: known = [] } = useQuery(tagsQuery(of));
  return (
    <TagsInput
      {...input}
      label={label}
      description={t.help}
      data={known.map(({ tag }) => tag)}
      maxTags={MAX_TAGS}
      maxLength={MAX_TAG_LENGTH}
      splitChars={[',']}
      acceptValueOnBlur
      value={value}
      onChange={(tags) => onChange?.(storedTags(tags))}
    />
  );
}
