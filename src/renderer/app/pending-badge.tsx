import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pendingCountQuery } from '../client/creator-codes.ts';
import { formatCountShort } from '../lib/format.ts';
import { texts } from '../texts/texts.ts';

/** Shows how many creator codes are waiting for a decision. */
export function PendingBadge() {
  const { data } = useQuery(pendingCountQuery);
  if (!data) return null;
  return (
    <Badge size="sm" variant="filled" radius="xl" aria-label={texts.shell.waiting(data)}>
      {formatCountShort(data)}
    </Badge>
  );
}
