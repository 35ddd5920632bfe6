import { ActionIcon, Button, Group, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { MOST_CONDITIONS, MOST_VALUES } from '../../../../daemon/contract/condition-limits.ts';
import { codeWindow as t } from '../../texts/code-window.ts';
import { IconTrash } from '../first-icons.tsx';
import { IconPlus } from '../icons.tsx';
import classes from './code-window.module.css';
import { conditionText } from './condition-text.ts';
import { type ConditionRow, conditionOf, type RowFaults } from './window-values.ts';

const IS = (['equal', 'not_equal', 'one_of', 'at_least', 'at_most'] as const).map((value) => ({
  value,
  label: t.is[value],
}));
const BLANK: ConditionRow = { attribute: '', is: 'equal', value: '', values: [] };

interface ConditionsEditorProps {
  rows: ConditionRow[];
  onChange: (rows: ConditionRow[]) => void;
  faults: readonly RowFaults[];
  /** True after the user has tried to save. */
  showFaults: boolean;
}

/** Edits the conditions that a player must meet to redeem a code. */
export function ConditionsEditor({ rows, onChange, faults, showFaults }: ConditionsEditorProps) {
  const set = (at: number, row: ConditionRow) => onChange(rows.map((other, index) => (index === at ? row : other)));
  return (
    <Stack gap="sm" role="group" aria-label={t.conditions}>
      <div>
        <Text size="sm" fw={500}>
          {t.conditions}
        </Text>
        <Text size="xs" c="dimmed">
          {rows.length === 0 ? t.conditionsHelp : t.valuesHelp}
        </Text>
      </div>
      {rows.map((row, index) => {
        const isFine = !faults[index]?.attribute && !faults[index]?.value;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity except their position
          <Stack key={index} gap={4}>
            <Row
              row={row}
              number={index + 1}
              faults={showFaults ? faults[index] : undefined}
              onChange={(changed) => set(index, changed)}
              onRemove={() => onChange(rows.filter((_, at) => at !== index))}
            />
            {isFine && (
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {conditionText(conditionOf(row))}
              </Text>
            )}
          </Stack>
        );
      })}
      <Group>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...rows, BLANK])}
          disabled={rows.length >= MOST_CONDITIONS}
        >
          {t.addCondition}
        </Button>
      </Group>
    </Stack>
  );
}

interface RowProps {
  row: ConditionRow;
  /** The position of the condition, from 1. */
  number: number;
  faults: RowFaults | undefined;
  onChange: (row: ConditionRow) => void;
  onRemove: () => void;
}

function Row({ row, number, faults, onChange, onRemove }: RowProps) {
  return (
    <div className={classes.condition}>
      <TextInput
        aria-label={t.attributeOf(number)}
        placeholder={t.attributePlaceholder}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={row.attribute}
        onChange={(event) => onChange({ ...row, attribute: event.currentTarget.value })}
        error={faults?.attribute}
      />
      <Select
        aria-label={t.isOf(number)}
        data={IS}
        allowDeselect={false}
        value={row.is}
        onChange={(is) => is && onChange(withComparison(row, is))}
      />
      {row.is === 'one_of' ? (
        <TagsInput
          className={classes.value}
          aria-label={t.valueOf(number)}
          placeholder={row.values.length === 0 ? t.valuesPlaceholder : ''}
          maxTags={MOST_VALUES}
          splitChars={[',']}
          isDuplicate={(value, all) => all.includes(value)}
          acceptValueOnBlur
          value={row.values}
          onChange={(values) => onChange({ ...row, values })}
          error={faults?.value}
        />
      ) : (
        <TextInput
          className={classes.value}
          aria-label={t.valueOf(number)}
          placeholder={t.valuePlaceholder}
          autoComplete="off"
          spellCheck={false}
          value={row.value}
          onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
          error={faults?.value}
        />
      )}
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t.removeCondition(number)}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  );
}

/** Changes the comparison and keeps what was typed. */
function withComparison(row: ConditionRow, is: ConditionRow['is']): ConditionRow {
  if (is === 'one_of' && row.is !== 'one_of') return { ...row, is, value: '', values: row.value ? [row.value] : [] };
  if (is !== 'one_of' && row.is === 'one_of') return { ...row, is, value: row.values[0] ?? '', values: [] };
  return { ...row, is };
}
