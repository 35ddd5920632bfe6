import { Autocomplete, Button, Group, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../../client/ask.ts';
import { notifyDone, notifyProblem } from '../../../client/notify.ts';
import { confirmFirst } from '../../../lib/confirm.ts';
import { payoutResults as t } from '../../../texts/payout-results.ts';
import { type Draft, draftOf, isOptional, namesOf, ROLES, type Table } from './result-mapping.ts';
import { SOURCES_KEY, type Source } from './results-queries.ts';
import { WordFields } from './word-fields.tsx';

const LONGEST_SOURCE = 100;

interface MappingFieldsProps {
  table: Table;
  sources: readonly Source[];
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/**
 * Lets the user choose a source, the columns, and the meaning of each word. The mapping of a saved source is filled in.
 */
export function MappingFields({ table, sources, draft, onChange }: MappingFieldsProps) {
  const saved = sources.find(({ name }) => name === draft.source.trim());
  const names = namesOf(table);
  const chooseSource = (source: string) => {
    const known = sources.find(({ name }) => name === source);
    onChange(known ? draftOf(known, table) : { ...draft, source });
  };
  return (
    <Stack className="card" p="lg" gap="md" component="section" aria-labelledby="mapping-title">
      <div>
        <Title order={2} size="h4" id="mapping-title">
          {t.mapping}
        </Title>
        <Text size="sm" c="dimmed">
          {t.mappingNote}
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="sm">
        <Autocomplete
          label={t.source}
          placeholder={t.sourceHelp}
          data={sources.map(({ name }) => name)}
          value={draft.source}
          onChange={chooseSource}
          maxLength={LONGEST_SOURCE}
          required
        />
        {ROLES.map((role) => (
          <Select
            key={role}
            label={t.columns[role]}
            placeholder={isOptional(role) ? t.none : t.choose}
            data={names}
            value={draft.columns[role] ?? null}
            onChange={(name) => onChange({ ...draft, columns: { ...draft.columns, [role]: name ?? undefined } })}
            clearable={isOptional(role)}
            required={!isOptional(role)}
            searchable={names.length > 10}
          />
        ))}
      </SimpleGrid>
      <WordFields table={table} draft={draft} onChange={onChange} />
      {saved && <DeleteSource source={saved} />}
    </Stack>
  );
}

function DeleteSource({ source: { source_id, name } }: { source: Source }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => ask('deletePayoutResultSource', { params: { source_id } }),
    onSuccess: () => notifyDone(t.deleted(name)),
    onError: (error) => notifyProblem(t.deleteSource, error),
    onSettled: () => queries.invalidateQueries({ queryKey: SOURCES_KEY }),
  });
  const question = { title: t.deleteTitle(name), children: t.deleteText, confirm: t.deleteSource, cancel: t.cancel };
  return (
    <Group>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        loading={remove.isPending}
        onClick={async () => (await confirmFirst({ ...question, isDangerous: true })) && remove.mutate()}
      >
        {t.deleteSource}
      </Button>
    </Group>
  );
}
