import { Anchor, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { codeWindow as t } from '../../texts/code-window.ts';
import { DateTimeInput } from '../date-time-input.tsx';
import { ConditionsEditor } from './conditions-editor.tsx';
import { TryConditions } from './try-conditions.tsx';
import { conditionOf, isUnlimited, type WindowValues, windowFaults } from './window-values.ts';

interface WindowFieldsProps {
  value: WindowValues;
  onChange: (value: WindowValues) => void;
  /** True after the user has tried to save. */
  showFaults: boolean;
  /** The daemon's refusals by field. */
  refused?: Record<string, string>;
  /** False for referral codes, which have no recipient, and for imports, in which each row has its own. */
  withRecipient: boolean;
  /** True to show the fields even if there is no limit yet. */
  isOpen?: boolean;
}

/** Edits when and by whom codes can be redeemed. Most codes have no such limit, so the fields appear on request. */
export function WindowFields({ isOpen = false, ...props }: WindowFieldsProps) {
  const [isShown, setShown] = useState(isOpen || !isUnlimited(props.value));
  return (
    <Stack gap="sm" component="section" aria-label={t.title}>
      <div>
        <Text size="sm" fw={500}>
          {t.title}
        </Text>
        {!isShown && (
          <Text size="xs" c="dimmed">
            {t.unlimited}{' '}
            <Anchor component="button" type="button" size="xs" onClick={() => setShown(true)}>
              {props.withRecipient ? t.limit : t.limitDates}
            </Anchor>
          </Text>
        )}
      </div>
      {isShown && <Fields {...props} />}
    </Stack>
  );
}

function Fields({ value, onChange, showFaults, refused = {}, withRecipient }: Omit<WindowFieldsProps, 'isOpen'>) {
  const faults = windowFaults(value);
  const shown = showFaults ? faults : null;
  const set = (change: Partial<WindowValues>) => onChange({ ...value, ...change });
  const canTry = value.conditions.length > 0 && !faults?.conditions.some((row) => row.attribute || row.value);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DateTimeInput
          label={t.starts}
          zone={value.zone}
          value={value.starts_at}
          onChange={(starts_at) => set({ starts_at })}
          error={refused.starts_at}
        />
        <DateTimeInput
          label={t.ends}
          zone={value.zone}
          value={value.ends_at}
          onChange={(ends_at) => set({ ends_at })}
          error={shown?.ends_at ?? refused.ends_at}
        />
      </SimpleGrid>
      {withRecipient && (
        <TextInput
          label={t.recipient}
          description={t.recipientHelp}
          placeholder={t.anyPlayer}
          autoComplete="off"
          spellCheck={false}
          value={value.recipient}
          onChange={(event) => set({ recipient: event.currentTarget.value })}
          error={shown?.recipient ?? refused.recipient}
        />
      )}
      <ConditionsEditor
        rows={value.conditions}
        onChange={(conditions) => set({ conditions })}
        faults={faults?.conditions ?? []}
        showFaults={showFaults}
      />
      {refused.conditions && (
        <Text size="xs" c="red" role="alert">
          {refused.conditions}
        </Text>
      )}
      {canTry && <TryConditions conditions={value.conditions.map(conditionOf)} />}
    </>
  );
}
