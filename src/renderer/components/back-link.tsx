import { Anchor, Group, Text } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { IconArrowLeft } from './icons.tsx';

interface BackLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'color'> {
  /** The name of the target. */
  label: string;
}

export const BackLink = createLink(({ label, ...link }: BackLinkProps) => (
  <Group>
    <Anchor {...link} size="sm" c="dimmed">
      <Group gap={4} component="span" wrap="nowrap">
        <IconArrowLeft size={14} style={{ flexShrink: 0 }} />
        <Text component="bdi" inherit lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
          {label}
        </Text>
      </Group>
    </Anchor>
  </Group>
));
