import { Text } from '@mantine/core';
import { useMay } from '../client/session.ts';
import { shortId } from '../lib/short-id.ts';
import { TextLink } from './links.tsx';

/** Shows a player's ID, as a link for roles that may open the player's page. */
export function PlayerLink({ userId }: { userId: string }) {
  const may = useMay();
  const look = { inherit: true, title: userId, style: ROOM } as const;
  const name = <bdi>{shortId(userId)}</bdi>;
  if (!may('getPlayer')) return <Text {...look}>{name}</Text>;
  return (
    <TextLink {...look} to="/players" search={{ user: userId }} fw={600} c="var(--mantine-color-text)">
      {name}
    </TextLink>
  );
}

/** There is room for 24 average letters; longer text is cut off. */
const ROOM = {
  display: 'inline-block',
  maxWidth: '14em',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  verticalAlign: 'bottom',
  whiteSpace: 'nowrap',
} as const;
