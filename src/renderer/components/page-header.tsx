import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { usePageTitle } from '../client/environment.ts';
import { useRememberOpened } from '../client/opened.ts';
import { lazyPart } from '../lib/lazy-part.ts';

const ViewsMenu = lazyPart(() => import('./views-menu.tsx'), 'ViewsMenu');
/** The lists whose filters can be saved as a view. */
const LISTS = ['campaigns', 'creators', 'players', 'payouts', 'audit', 'events', 'webhooks', 'moderation'];

interface PageHeaderProps {
  title: string;
  /** An element next to the title, such as a status. */
  badge?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  /** The link back, above the title. */
  back?: ReactNode;
}

export function PageHeader({ title, badge, note, actions, back }: PageHeaderProps) {
  usePageTitle(title);
  const { pathname } = useLocation();
  useRememberOpened(title);
  const isList = LISTS.includes(pathname.slice(1));
  return (
    <Stack gap={6} mb="lg">
      {back}
      <Group justify="space-between" align="flex-start" gap={12}>
        <Group gap="sm" mih={36} style={{ minWidth: 0, flex: '1 1 280px' }}>
          <Title order={1} lineClamp={2} title={title} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {badge}
        </Group>
        {note && (
          <Text c="dimmed" size="sm" component="div" className="page-note">
            {note}
          </Text>
        )}
        {(isList || actions) && (
          <Group gap="xs">
            <Suspense fallback={<Box h={36} />}>{isList && <ViewsMenu path={pathname} />}</Suspense>
            {actions}
          </Group>
        )}
      </Group>
    </Stack>
  );
}
