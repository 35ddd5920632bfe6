import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { TagsOf } from '../client/tags.ts';
import { tags as t } from '../texts/tags.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { TagsField } from './tags-field.tsx';

interface TagsDialogProps {
  title: string;
  of: TagsOf;
  rows: readonly { tags: string[] }[];
  isBusy: boolean;
  onClose: () => void;
  onSubmit: (change: TagChange) => void;
}

interface TagChange {
  add: string[];
  remove: string[];
}

/** Returns the tags of an object after the change. */
export const changedTags = (tags: readonly string[], { add, remove }: TagChange): string[] => [
  ...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add]),
];

/** Adds tags to many objects, and removes tags from them. */
export function TagsDialog({ of, rows, onSubmit, ...form }: TagsDialogProps) {
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const present = [...new Set(rows.flatMap(({ tags }) => tags))].sort();
  return (
    <ChangeDialog
      {...form}
      save={t.save}
      isUnchanged={add.length === 0 && remove.length === 0}
      onSubmit={() => onSubmit({ add, remove })}
    >
      <TagsField label={t.add} of={of} value={add} onChange={setAdd} data-autofocus />
      {present.length > 0 && (
        <MultiSelect label={t.remove} data={present} value={remove} onChange={setRemove} searchable />
      )}
    </ChangeDialog>
  );
}
