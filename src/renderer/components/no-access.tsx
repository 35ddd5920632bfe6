import { ROLE_NAMES, useSession } from '../client/session.ts';
import { texts } from '../texts/texts.ts';
import { IconLock } from './first-icons.tsx';
import { describeGames } from './games.ts';
import { StartLink } from './not-found.tsx';
import { EmptyState } from './states.tsx';

const t = texts.common.states;

/** Replaces a screen that is not available to the user's role. */
export function NoAccess() {
  const { name, role, games } = useSession().session.staff;
  return (
    <EmptyState icon={<IconLock size={26} />} title={t.noAccess} isScreen action={<StartLink />}>
      {games ? t.noAccessGames(name, ROLE_NAMES[role], describeGames(games)) : t.noAccessText(name, ROLE_NAMES[role])}
    </EmptyState>
  );
}
