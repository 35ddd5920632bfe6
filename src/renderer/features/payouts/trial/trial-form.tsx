import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Tier } from '../../../client/campaigns.ts';
import { type TierRow, tierFaults, toTiers } from '../../../client/tiers.ts';
import { DateTimeInput } from '../../../components/date-time-input.tsx';
import { TierRows } from '../../../components/tiers-editor.tsx';
import { fromZonedInput, toZonedInput } from '../../../lib/zoned-input.ts';
import { tiers as tierTexts } from '../../../texts/tiers.ts';
import { tiersTrial as t } from '../../../texts/tiers-trial.ts';
import type { Tried } from './trial-query.ts';

interface TrialFormProps {
  /** The tiers in force, which the form starts with. */
  tiers: Tier[];
  /** The values for which the displayed amounts were computed. */
  tried: Tried;
  zone: string;
  isBusy: boolean;
  onTry: (values: Required<Omit<Tried, 'attempt'>>) => void;
}

/** Edits a copy of the tiers, and the period. The changes are not saved. */
export function TrialForm({ tiers, tried, zone, isBusy, onTry }: TrialFormProps) {
  const [rows, setRows] = useState<TierRow[]>(tiers);
  const [from, setFrom] = useState(toZonedInput(tried.from, zone));
  const [to, setTo] = useState(toZonedInput(tried.to, zone));
  const [showFaults, setShowFaults] = useState(false);
  const start = fromZonedInput(from, zone);
  const end = fromZonedInput(to, zone);
  const endFault = end === null ? t.timeMissing : start !== null && end <= start ? t.afterStart : null;
  const values = { tiers: toTiers(rows), from: start ?? '', to: end ?? '' };
  const isOutdated = !isSame(values, { ...tried, tiers: tried.tiers ?? tiers });
  const submit = () => {
    const isFaulty = rows.length === 0 || tierFaults(rows).length > 0 || start === null || endFault !== null;
    setShowFaults(isFaulty);
    if (!isFaulty) onTry(values);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <TierRows rows={rows} onChange={setRows} showFaults={showFaults} help={t.help} />
        {showFaults && rows.length === 0 && (
          <Text size="sm" c="red" role="alert">
            {tierTexts.faults.none}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} maw={640}>
          <DateTimeInput
            label={t.from}
            zone={zone}
            value={from}
            onChange={setFrom}
            error={showFaults && start === null && t.timeMissing}
          />
          <DateTimeInput label={t.to} zone={zone} value={to} onChange={setTo} error={showFaults && endFault} />
        </SimpleGrid>
        <Group gap="xs">
          <Button type="submit" loading={isBusy}>
            {t.submit}
          </Button>
          {JSON.stringify(values.tiers) !== JSON.stringify(tiers) && (
            <Button variant="subtle" color="gray" onClick={() => setRows(tiers)}>
              {t.reset}
            </Button>
          )}
          <Text size="sm" c="dimmed" role="status">
            {isOutdated ? t.outdated : tried.tiers ? t.tried : t.first}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

type Values = Pick<Required<Tried>, 'tiers' | 'from' | 'to'>;
const isSame = (a: Values, b: Values) =>
  JSON.stringify([a.tiers, a.from, a.to]) === JSON.stringify([b.tiers, b.from, b.to]);
