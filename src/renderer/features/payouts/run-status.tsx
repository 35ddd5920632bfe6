import { Badge } from '@mantine/core';
import { type RunStatus, STATUS_NAMES } from './payouts-queries.ts';

const COLORS: Record<RunStatus, string> = {
  preparing: 'blue',
  draft: 'yellow',
  approved: 'iris',
  exported: 'iris',
  paid: 'teal',
  void: 'gray',
};

export function RunStatusBadge({ status }: { status: RunStatus }) {
  return (
    <Badge color={COLORS[status]} variant={status === 'void' ? 'default' : 'light'} miw="max-content">
      {STATUS_NAMES[status]}
    </Badge>
  );
}
