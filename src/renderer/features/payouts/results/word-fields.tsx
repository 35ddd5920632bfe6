import { Alert, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { payoutResults as t } from '../../../texts/payout-results.ts';
import { type Draft, type Meaning, type Table, wordsOf } from './result-mapping.ts';

/** A column with more values is probably not the status. */
const MOST_WORDS = 20;
const MEANINGS = (['paid', 'failed', 'ignored'] as const).map((value) => ({ value, label: t.meanings[value] }));

interface WordFieldsProps {
  table: Table;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** Asks what each word in the file's status column means. */
export function WordFields({ table, draft, onChange }: WordFieldsProps) {
  const { words, hasBlank } = wordsOf(table, draft.columns.status);
  if (words.length > MOST_WORDS)
    return (
      <Alert color="yellow" variant="light" role="status">
        {t.tooManyWords(words.length)}
      </Alert>
    );
  return (
    <>
      {words.length > 0 && (
        <Stack gap="xs" component="fieldset" m={0} p={0} style={{ border: 0 }}>
          <Text component="legend" size="sm" fw={500} mb={6}>
            {t.words}
          </Text>
          {words.map(({ key, word, lines }) => (
            <Group key={key} gap="xs" justify="space-between" maw={480}>
              <Text size="sm" style={{ overflowWrap: 'anywhere', flex: '1 1 140px' }}>
                <bdi>{word}</bdi>{' '}
                <Text span size="xs" c="dimmed">
                  {t.lines(lines)}
                </Text>
              </Text>
              <SegmentedControl
                aria-label={word}
                size="xs"
                data={MEANINGS}
                value={draft.words[key]?.meaning ?? ''}
                onChange={(meaning) =>
                  onChange({ ...draft, words: { ...draft.words, [key]: { word, meaning: meaning as Meaning } } })
                }
              />
            </Group>
          ))}
        </Stack>
      )}
      {hasBlank && (
        <Text size="sm" c="red">
          {t.blankWord}
        </Text>
      )}
    </>
  );
}
