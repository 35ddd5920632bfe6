import { Link } from '@tanstack/react-router';
import { useMay } from '../client/session.ts';
import { segmentOfCreator } from '../lib/creator-address.ts';
import { shortId } from '../lib/short-id.ts';

interface CreatorLinkProps {
  creator_id: string;
  display_name?: string | null;
}

/** Shows a creator's name, as a link for roles that may open the creator's page. */
export function CreatorLink({ creator_id, display_name = null }: CreatorLinkProps) {
  const name = display_name || shortId(creator_id);
  const may = useMay();
  if (!may('getCreator'))
    return (
      <bdi style={{ overflowWrap: 'anywhere' }} title={creator_id}>
        {name}
      </bdi>
    );
  return (
    <Link
      to="/creators/$creatorId"
      params={{ creatorId: segmentOfCreator(creator_id) }}
      className={`name-link mantine-focus-auto ${display_name ? 'one-line' : 'whole'}`}
      title={creator_id}
    >
      <bdi>{name}</bdi>
    </Link>
  );
}
