import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../client/ask.ts';
import { type Unchanged, useChangeEach } from '../../client/change-each.ts';
import type { Code } from '../../client/codes.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { type RowSelection, SelectionBar, Some } from '../../components/row-selection.tsx';
import { changedTags, TagsDialog } from '../../components/tags-dialog.tsx';
import { confirmFirst } from '../../lib/confirm.ts';
import { selection as texts } from '../../texts/selection.ts';
import { texts as all } from '../../texts/texts.ts';
import { type CodeChange, DatesDialog, LimitDialog } from './selected-codes-dialogs.tsx';

const t = texts.codes;

interface SelectedCodesProps {
  selection: RowSelection<Code>;
  campaignId: number;
}

/** Changes the selected codes. A code that a colleague has changed since it was displayed is left as it is. */
export function SelectedCodes({ selection: { rows, clear }, campaignId }: SelectedCodesProps) {
  const queries = useQueryClient();
  const zone = useTimeZone();
  const [dialog, setDialog] = useState<'limit' | 'dates' | 'tags' | null>(null);
  const [unchanged, setUnchanged] = useState<Unchanged<Code>[]>([]);
  const each = useChangeEach<Code>((left) => {
    setUnchanged(left);
    setDialog(null);
    void queries.invalidateQueries({ queryKey: ['codes'] });
    if (left.length === 0) clear();
  });
  const changeEach = (fieldsOf: (code: Code) => CodeChange) =>
    each.mutate({
      rows,
      change: (code) => {
        const { code_id, version } = code;
        return ask('changeCode', { params: { code_id }, body: { ...fieldsOf(code), version } });
      },
    });
  const change = (fields: CodeChange) => changeEach(() => fields);
  const switchTo = async (active: Code['active']) => {
    const { button, title, text } = t[active === 'Y' ? 'on' : 'off'];
    const children = (
      <Stack gap="xs">
        <Text size="sm">{text(rows.length)}</Text>
        <Some lines={rows.map(({ code }) => code)} />
      </Stack>
    );
    const question = { title: title(rows.length), children, confirm: button, cancel: all.common.cancel };
    if (await confirmFirst({ ...question, isDangerous: active === 'N' })) change({ active });
  };
  const button = { size: 'xs', variant: 'default', disabled: each.isPending } as const;
  const shown = { isBusy: each.isPending, onClose: () => setDialog(null) };
  const form = { ...shown, count: rows.length, onSubmit: change };
  return (
    <SelectionBar
      count={rows.length}
      onClear={clear}
      unchanged={unchanged.map(({ row, reason }) => ({ name: row.code, reason }))}
    >
      <Button {...button} onClick={() => void switchTo('N')}>
        {t.off.button}
      </Button>
      <Button {...button} onClick={() => void switchTo('Y')}>
        {t.on.button}
      </Button>
      <Button {...button} onClick={() => setDialog('limit')}>
        {t.limit.button}
      </Button>
      <Button {...button} onClick={() => setDialog('dates')}>
        {t.dates.button}
      </Button>
      <Button {...button} onClick={() => setDialog('tags')}>
        {t.tags.button}
      </Button>
      {dialog === 'limit' && <LimitDialog {...form} />}
      {dialog === 'dates' && zone && <DatesDialog {...form} zone={zone} />}
      {dialog === 'tags' && (
        <TagsDialog
          {...shown}
          title={t.tags.title(rows.length)}
          of={{ campaign_id: campaignId }}
          rows={rows}
          onSubmit={(asked) => changeEach(({ tags }) => ({ tags: changedTags(tags, asked) }))}
        />
      )}
    </SelectionBar>
  );
}
