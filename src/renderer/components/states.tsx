import { Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { problemOf } from '../client/ask.ts';
import { locale } from '../lib/locale.ts';
import { texts } from '../texts/texts.ts';
import { IconAlertTriangle, IconPlugConnectedX, IconRefresh } from './first-icons.tsx';

const t = texts.common.states;

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** True if it replaces a whole screen. */
  isScreen?: boolean;
}

export function EmptyState({ icon, title, children, action, isScreen = false }: EmptyStateProps) {
  return (
    <Stack align="center" justify="center" gap="xs" py={56} px="md" ta="center">
      <ThemeIcon variant="light" size={52} radius="xl" mb={4} aria-hidden>
        {icon}
      </ThemeIcon>
      <Title order={isScreen ? 1 : 2} size="h4">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" size="sm" maw={420}>
          {children}
        </Text>
      )}
      {action && <Group mt="sm">{action}</Group>}
    </Stack>
  );
}

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
  isRetrying?: boolean;
}

export function ErrorState({ error, onRetry, isRetrying = false }: ErrorStateProps) {
  const { status, detail, request_id } = problemOf(error);
  const offline = status === 0;
  return (
    <Stack align="center" justify="center" gap="xs" py={56} px="md" ta="center" role="alert">
      <ThemeIcon variant="light" color="red" size={52} radius="xl" mb={4} aria-hidden>
        {offline ? <IconPlugConnectedX size={26} /> : <IconAlertTriangle size={26} />}
      </ThemeIcon>
      <Title order={2} size="h4">
        {offline ? t.offline : t.notLoaded}
      </Title>
      <Text c="dimmed" size="sm" maw={440}>
        {detail}
      </Text>
      {request_id && (
        <Text c="dimmed" size="xs" className="mono">
          {t.request(request_id)}
        </Text>
      )}
      <Button mt="sm" variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry} loading={isRetrying}>
        {t.again}
      </Button>
    </Stack>
  );
}

/** Warns that the figures are out of date because the last refresh failed. */
export function StaleNote({ error, since }: { error: unknown; since: number }) {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(since);
  return (
    <Text role="status" size="sm" c="red">
      {problemOf(error).status === 0 ? t.lost : problemOf(error).detail} {t.figuresOf(time)}
    </Text>
  );
}
