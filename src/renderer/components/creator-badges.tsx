import type { Creator } from '../client/creators.ts';
import { creators as t } from '../texts/creators.ts';
import { Hint } from './hint.tsx';
import { Tag } from './tag.tsx';

/** Shows what staff should know about a creator, or nothing if the creator is active and has no special state. */
export function CreatorBadges({ creator, withStatus = false }: { creator: Creator; withStatus?: boolean }) {
  const { status, payout_hold, has_payout_details, merged_into, merged_creators } = creator;
  return (
    <>
      {(withStatus || status === 'suspended') && (
        <Tag color={status === 'active' ? 'teal' : 'red'}>{t.statuses[status]}</Tag>
      )}
      {payout_hold !== null && (
        <Hint label={t.frozenWhy(payout_hold)} multiline maw={280}>
          <Tag color="blue">{t.frozen}</Tag>
        </Hint>
      )}
      {merged_creators.length > 0 && <Tag color="gray">{t.merge.badgeIncludes(merged_creators.length)}</Tag>}
      {merged_into && <Tag color="gray">{t.merge.badge}</Tag>}
      {!has_payout_details && !merged_into && (
        <Hint label={t.noDetailsWhy} multiline maw={280}>
          <Tag color="orange">{t.noDetails}</Tag>
        </Hint>
      )}
    </>
  );
}
