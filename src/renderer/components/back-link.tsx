import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from './icons.tsx';

interface BackLinkProps {
  to: string;
  /** The name of the target. */
  label: string;
  search?: Record<string, string>;
}

export const BackLink = ({ to, label, search = {} }: BackLinkProps) => (
  <Group>
    <Anchor component={Link} to={to} search={search as never} size="sm" c="dimmed">
      <Group gap={4} component="span" wrap="nowrap">
        <IconArrowLeft size={14} style={{ flexShrink: 0 }} />
        <Text component="bdi" inherit lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
          {label}
        </Text>
      </Group>
    </Anchor>
  </Group>
);
