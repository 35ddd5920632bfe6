import { Group, Kbd, Text } from '@mantine/core';
import { memo } from 'react';
import { moderation } from '../../texts/moderation.ts';

const { key, keys: keysLabel } = moderation;
const KEYS: [string[], string][] = [
  [['j', 'k'], key.move],
  [['a'], key.approve],
  [['r'], key.reject],
  [['u'], key.undo],
];
const SELECTING: [string[], string][] = [
  [['x'], key.select],
  [['⇧', 'a'], key.approveSelected],
  [['⇧', 'r'], key.rejectSelected],
];

/** Lists the keys. It is memoised, so that key presses do not render it again. */
export const KeysHelp = memo(function KeysHelp({ canSelect }: { canSelect: boolean }) {
  return (
    <Group visibleFrom="sm" gap="lg" mb="sm" px="xs" role="note" aria-label={keysLabel}>
      {[...KEYS, ...(canSelect ? SELECTING : [])].map(([keys, what]) => (
        <Group key={what} gap={4}>
          {keys.map((name) => (
            <Kbd key={name} size="xs">
              {name}
            </Kbd>
          ))}
          <Text size="xs" c="dimmed" ml={2}>
            {what}
          </Text>
        </Group>
      ))}
    </Group>
  );
});
