import { Badge, Tooltip } from '@mantine/core';
import type { Creator } from '../lib/creators.ts';
import { creators as t } from '../texts/creators.ts';

/** What staff should know about a creator; nothing for an active creator without anything special. */
export function CreatorBadges({ creator, withStatus = false }: { creator: Creator; withStatus?: boolean }) {
  const { status, payout_hold, has_payout_details } = creator;
  return (
    <>
      {(withStatus || status === 'suspended') && (
        <Badge color={status === 'active' ? 'teal' : 'red'} miw="max-content">
          {t.statuses[status]}
        </Badge>
      )}
      {payout_hold !== null && (
        <Tooltip label={t.frozenWhy(payout_hold)} multiline maw={280}>
          <Badge color="blue" miw="max-content">
            {t.frozen}
          </Badge>
        </Tooltip>
      )}
      {!has_payout_details && (
        <Tooltip label={t.noDetailsWhy} multiline maw={280}>
          <Badge color="orange" miw="max-content">
            {t.noDetails}
          </Badge>
        </Tooltip>
      )}
    </>
  );
}
