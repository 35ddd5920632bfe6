import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pendingCountQuery } from '../client/creator-codes.ts';
import { unseenCountQuery } from '../client/mentions.ts';
import { formatCountShort } from '../lib/format.ts';
import { texts } from '../texts/texts.ts';

/** Shows how many items are waiting on a screen of the menu, such as undecided creator codes. */
export function MenuBadge({ to }: { to: string }) {
  if (to === '/moderation') return <Pending />;
  return to === '/mentions' && <Unseen />;
}

function Pending() {
  const { data } = useQuery(pendingCountQuery);
  return <Count count={data} inWords={texts.shell.waiting} />;
}

function Unseen() {
  const { data } = useQuery(unseenCountQuery);
  return <Count count={data} inWords={texts.shell.unseen} />;
}

const Count = ({ count, inWords }: { count: number | undefined; inWords: (count: number) => string }) =>
  count ? (
    <Badge size="sm" variant="filled" radius="xl" aria-label={inWords(count)}>
      {formatCountShort(count)}
    </Badge>
  ) : null;
