import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../lib/environment.ts';

interface PageHeaderProps {
  title: string;
  /** Beside the title, such as a status. */
  badge?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  /** Above the title: the link back. */
  back?: ReactNode;
}

export function PageHeader({ title, badge, note, actions, back }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <Stack gap={6} mb="lg">
      {back}
      <Group justify="space-between" align="flex-start" gap="md" mih={36}>
        <Stack gap={2} style={{ minWidth: 0, flex: '1 1 220px' }}>
          <Group gap="sm">
            <Title order={1} lineClamp={2} title={title} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {badge}
          </Group>
          {note && (
            <Text c="dimmed" size="sm" component="div">
              {note}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
    </Stack>
  );
}
