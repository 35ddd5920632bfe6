import { Group, Text } from '@mantine/core';

export function Brand() {
  return (
    <Group gap={10} wrap="nowrap">
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
        <path
          d="M8 12a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v2a2 2 0 0 0 0 4v2a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2v-2a2 2 0 0 0 0-4z"
          fill="none"
          stroke="#fff"
          strokeWidth="2"
        />
        <path d="M18 10.5v2m0 2.5v2m0 2.5v2" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <Text fw={700} size="lg" component="span" lts={-0.3}>
        redeemd
      </Text>
    </Group>
  );
}
