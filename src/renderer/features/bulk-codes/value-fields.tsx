import { SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { MAX_BULK_LENGTH, MIN_BULK_LENGTH, randomsFor } from '../../../../daemon/contract/bulk-patterns.ts';
import { wholeNumberOf } from '../../client/whole-number.ts';
import { WholeNumberInput } from '../../components/whole-number-input.tsx';
import { batches } from '../../texts/batches.ts';
import { patternFault, prefixFault, sampleOf } from './bulk-pattern.ts';
import type { BulkValues } from './bulk-values.ts';

const t = batches.bulk;

const WAYS = [
  { value: 'prefix', label: t.ways.prefix },
  { value: 'pattern', label: t.ways.pattern },
];

/** Returns the typed pattern, or builds one from the prefix; null if the fields are not valid. */
function patternOf({ way, prefix, length, pattern, count }: BulkValues): string | null {
  if (way === 'pattern') return patternFault(pattern.trim(), count) ? null : pattern.trim();
  const randoms = wholeNumberOf(length) ?? 0;
  const isFine = randoms >= MIN_BULK_LENGTH && randoms <= MAX_BULK_LENGTH && !prefixFault(prefix.trim(), length);
  return isFine ? prefix.trim() + '#'.repeat(randoms) : null;
}

interface ValueFieldsProps {
  form: UseFormReturnType<BulkValues>;
  props: (name: keyof BulkValues) => { error?: ReactNode };
}

/** The fields for the format of the codes. */
export function ValueFields({ form, props }: ValueFieldsProps) {
  const { way, count } = form.values;
  const pattern = patternOf(form.values);
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t.way}
        data={WAYS}
        value={way}
        onChange={(value) => form.setFieldValue('way', value as BulkValues['way'])}
      />
      {way === 'prefix' ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t.prefix} description={t.prefixHelp} autoComplete="off" {...props('prefix')} />
          <WholeNumberInput
            label={t.randoms}
            description={t.randomsHelp(MIN_BULK_LENGTH, MAX_BULK_LENGTH)}
            {...props('length')}
          />
        </SimpleGrid>
      ) : (
        <TextInput
          label={t.pattern}
          description={t.patternHelp(wholeNumberOf(count) || 1, randomsFor(wholeNumberOf(count) || 1))}
          placeholder={t.patternPlaceholder}
          className="mono-input"
          autoComplete="off"
          spellCheck={false}
          {...props('pattern')}
        />
      )}
      <Text size="sm" c="dimmed" role="status" aria-label={t.preview} style={{ overflowWrap: 'anywhere' }}>
        {pattern ? (
          <>
            {t.suchAs} <span className="mono">{sampleOf(pattern)}</span>. {t.never}
          </>
        ) : (
          t.noSample
        )}
      </Text>
    </Stack>
  );
}
