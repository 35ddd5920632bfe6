import { Group, Kbd, Text } from '@mantine/core';

const KEYS: [string[], string][] = [
  [['j', 'k'], 'move'],
  [['a'], 'approve'],
  [['r'], 'reject'],
  [['u'], 'undo'],
  [['x'], 'select'],
  [['⇧', 'a'], 'approve selected'],
  [['⇧', 'r'], 'reject selected'],
];

export function KeysHelp() {
  return (
    <Group gap="lg" mt="md" px="xs" role="note" aria-label="Keys">
      {KEYS.map(([keys, what]) => (
        <Group key={what} gap={4}>
          {keys.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
          <Text size="xs" c="dimmed" ml={2}>
            {what}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
