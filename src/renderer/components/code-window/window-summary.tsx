import { Stack, Text } from '@mantine/core';
import { codeWindow as t } from '../../texts/code-window.ts';
import { Instant } from '../instant.tsx';
import { conditionText } from './condition-text.ts';
import type { CodeWindow } from './window-values.ts';

interface WindowSummaryProps {
  window: CodeWindow & { is_personal: boolean };
}

/** Shows when and by whom codes can be redeemed; nothing if they have no such limit. */
export function WindowSummary({
  window: { starts_at, ends_at, recipient, is_personal, conditions },
}: WindowSummaryProps) {
  if (!starts_at && !ends_at && !is_personal && !conditions) return null;
  return (
    <Stack gap={2} component="section" aria-label={t.title} mb="md">
      {(starts_at || ends_at) && (
        <Text size="sm">
          {starts_at && (
            <>
              {t.from} <Instant at={starts_at} />{' '}
            </>
          )}
          {ends_at && (
            <>
              {starts_at ? t.until : t.untilAlone} <Instant at={ends_at} />
            </>
          )}
        </Text>
      )}
      {is_personal && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {recipient === null ? t.onePlayer : t.onlyFor(recipient)}
        </Text>
      )}
      {conditions?.map((condition) => (
        <Text key={JSON.stringify(condition)} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t.onlyIf(conditionText(condition))}
        </Text>
      ))}
    </Stack>
  );
}
