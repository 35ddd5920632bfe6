import { ActionIcon, Button, Group, NumberInput, Radio, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDefaultTiers } from '../client/settings.ts';
import { describeTiers, type TierRow, tierFaults } from '../client/tiers.ts';
import { numberMarks } from '../lib/number-marks.ts';
import { tiers as t } from '../texts/tiers.ts';
import { IconTrash } from './first-icons.tsx';
import { IconPlus } from './icons.tsx';

const MAX_TIERS = 50;

interface TiersEditorProps {
  /** Null if the organisation's tiers apply. */
  value: TierRow[] | null;
  onChange: (value: TierRow[] | null) => void;
  /** True after the user has tried to save. */
  showFaults: boolean;
}

/** Edits commission tiers. Each percentage applies to the whole revenue once the revenue reaches the tier's minimum. */
export function TiersEditor({ value, onChange, showFaults }: TiersEditorProps) {
  const defaults = useDefaultTiers();
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t.title}
        value={value ? 'own' : 'default'}
        error={showFaults && value?.length === 0 && t.faults.none}
        onChange={(choice) => onChange(choice === 'own' ? [{ min_revenue: 0, percent: 10 }] : null)}
      >
        <Group gap="lg" mt={6}>
          <Radio value="default" label={defaults ? t.defaultOf(describeTiers(defaults)) : t.byDefault} />
          <Radio value="own" label={t.own} />
        </Group>
      </Radio.Group>
      {value && <TierRows rows={value} onChange={onChange} showFaults={showFaults} />}
    </Stack>
  );
}

interface TierRowsProps {
  rows: TierRow[];
  onChange: (rows: TierRow[]) => void;
  showFaults: boolean;
  /** Explains what the tiers apply to. */
  help?: string;
}

export function TierRows({ rows, onChange, showFaults, help = t.help }: TierRowsProps) {
  const faults = showFaults ? tierFaults(rows) : [];
  const faultOf = (row: number, field: keyof TierRow) =>
    faults.find((fault) => fault.row === row && fault.field === field)?.message;
  const set = (at: number, change: Partial<TierRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  const last = rows.at(-1);
  const add = () =>
    onChange([...rows, { min_revenue: last ? Number(last.min_revenue) + 1000 : 0, percent: last?.percent ?? 10 }]);
  return (
    <Stack gap={8}>
      <Group gap="sm" aria-hidden>
        <Text size="xs" fw={600} c="dimmed" w={170}>
          {t.from}
        </Text>
        <Text size="xs" fw={600} c="dimmed">
          {t.commission}
        </Text>
      </Group>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tiers have no identity except their position
        <Group key={index} gap="sm" align="flex-start" wrap="nowrap">
          <NumberInput
            aria-label={t.tierFrom(index + 1)}
            w={170}
            min={0}
            max={1e12}
            clampBehavior="none"
            decimalScale={6}
            {...numberMarks}
            hideControls
            value={row.min_revenue}
            onChange={(min_revenue) => set(index, { min_revenue })}
            error={faultOf(index, 'min_revenue')}
          />
          <NumberInput
            aria-label={t.tierPercent(index + 1)}
            w={120}
            min={0}
            max={100}
            clampBehavior="none"
            decimalScale={2}
            {...numberMarks}
            suffix={t.percentSign}
            hideControls
            value={row.percent}
            onChange={(percent) => set(index, { percent })}
            error={faultOf(index, 'percent')}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t.remove(index + 1)}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={add}
          disabled={rows.length >= MAX_TIERS}
        >
          {t.add}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {help}
      </Text>
      <VisuallyHidden role="status">{faults.length > 0 ? t.attention : ''}</VisuallyHidden>
    </Stack>
  );
}
