import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../client/environment.ts';
import { Brand } from './brand.tsx';
import { EnvironmentChip } from './environment-mark.tsx';
import classes from './sign-in-frame.module.css';

interface SignInFrameProps {
  title: string;
  note: string;
  children: ReactNode;
}

/** The layout of the pages before sign-in: a card in the middle of an empty page. */
export function SignInFrame({ title, note, children }: SignInFrameProps) {
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
