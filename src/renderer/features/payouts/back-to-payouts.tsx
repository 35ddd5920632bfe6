import { Anchor, Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

export const BackToPayouts = () => (
  <Group>
    <Anchor component={Link} to="/payouts" size="sm" c="dimmed">
      <Group gap={4} component="span">
        <IconArrowLeft size={14} aria-hidden />
        Payouts
      </Group>
    </Anchor>
  </Group>
);
