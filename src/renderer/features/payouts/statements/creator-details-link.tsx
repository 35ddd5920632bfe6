import { TextLink } from '../../../components/links.tsx';
import { segmentOfCreator } from '../../../lib/creator-address.ts';
import { nameOf } from '../statement-cells.tsx';

/** Links a creator's name to the creator's payout details. */
export const CreatorDetailsLink = ({ of }: { of: { creator_id: string; creator_name: string | null } }) => (
  <TextLink
    to="/creators/$creatorId"
    params={{ creatorId: segmentOfCreator(of.creator_id) }}
    search={{ tab: 'details' }}
    inherit
    fw={600}
    c="var(--mantine-color-text)"
    lineClamp={1}
    title={of.creator_id}
  >
    <bdi>{nameOf(of)}</bdi>
  </TextLink>
);
