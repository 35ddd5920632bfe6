import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../lib/environment.ts';
import { Brand } from './brand.tsx';
import classes from './door.module.css';
import { EnvironmentChip } from './environment-mark.tsx';

interface DoorProps {
  title: string;
  note: string;
  children: ReactNode;
}

/** The layout of the pages before sign-in: a card in the middle of an empty page. */
export function Door({ title, note, children }: DoorProps) {
  usePageTitle(title);
  return (
    <main className={classes.page}>
      <Stack className={`card ${classes.card}`} gap="lg">
        <Stack gap={4}>
          <Group mb="sm" gap="sm">
            <Brand />
            <EnvironmentChip />
          </Group>
          <Title order={1}>{title}</Title>
          <Text c="dimmed" size="sm">
            {note}
          </Text>
        </Stack>
        {children}
      </Stack>
    </main>
  );
}
