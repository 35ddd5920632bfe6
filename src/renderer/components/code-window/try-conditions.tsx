import { Alert, Code, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Condition, PlayerAttributes } from '../../../../daemon/contract/code-conditions.ts';
import { holds } from '../../../../daemon/contract/condition-check.ts';
import { codeWindow as t } from '../../texts/code-window.ts';
import { CopyButton } from '../copy-button.tsx';
import { conditionText } from './condition-text.ts';
import { parseValue } from './window-values.ts';

/**
 * Uses the daemon's own code to check the conditions against attributes that the user types, and shows the part of the
 * request that sends these attributes.
 */
export function TryConditions({ conditions }: { conditions: readonly Condition[] }) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const names = [...new Set(conditions.map(({ attribute }) => attribute))];
  const given = names.filter((name) => typed[name]?.trim());
  const attributes: PlayerAttributes = Object.fromEntries(given.map((name) => [name, parseValue(typed[name] ?? '')]));
  const failed = conditions.find((condition) => !holds(condition, attributes));
  const sent = `"attributes": ${JSON.stringify(attributes)}`;
  return (
    <Stack gap="xs" role="group" aria-label={t.tryIt}>
      <div>
        <Text size="sm" fw={500}>
          {t.tryIt}
        </Text>
        <Text size="xs" c="dimmed">
          {t.tryHelp}
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {names.map((name) => (
          <TextInput
            key={name}
            label={name}
            placeholder={t.notSent}
            autoComplete="off"
            spellCheck={false}
            value={typed[name] ?? ''}
            onChange={({ currentTarget: { value } }) => setTyped((all) => ({ ...all, [name]: value }))}
          />
        ))}
      </SimpleGrid>
      <Alert color={failed ? 'red' : 'teal'} role="status" py="xs">
        {failed ? t.refused(conditionText(failed)) : t.allowed}
      </Alert>
      {given.length > 0 && (
        <Group gap={4} wrap="nowrap">
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t.sent} <Code>{sent}</Code>
          </Text>
          <CopyButton value={sent} label={t.copySent} />
        </Group>
      )}
    </Stack>
  );
}
