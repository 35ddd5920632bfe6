import { TextLink } from '../../components/links.tsx';
import { segmentOfCreator } from '../../lib/creator-address.ts';
import { activity as catalogue } from '../../texts/activity.ts';
import type { Mention } from './mentions-query.ts';

const t = catalogue.mentions;

interface SubjectLinkProps {
  on: Mention['on'];
  onOpen: (() => void) | undefined;
}

/** Opens the activity of the object that a comment is about. */
export function SubjectLink({ on: { kind, id, name, campaign_id }, onOpen }: SubjectLinkProps) {
  const shared = { onClick: onOpen, size: 'sm', fw: 600, children: `${t.kinds[kind]} ${name ?? id}` };
  switch (kind) {
    case 'campaign':
      return (
        <TextLink {...shared} to="/campaigns/$campaignId" params={{ campaignId: id }} search={{ tab: 'activity' }} />
      );
    case 'code':
      return (
        <TextLink
          {...shared}
          to="/campaigns/$campaignId/codes/$codeId/activity"
          params={{ campaignId: String(campaign_id), codeId: id }}
        />
      );
    case 'creator':
      return (
        <TextLink
          {...shared}
          to="/creators/$creatorId"
          params={{ creatorId: segmentOfCreator(id) }}
          search={{ tab: 'activity' }}
        />
      );
    case 'payout_run':
      return <TextLink {...shared} to="/payouts/$runId" params={{ runId: id }} search={{ tab: 'activity' }} />;
  }
}
