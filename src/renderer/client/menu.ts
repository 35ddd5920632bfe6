import { type LinkOptions, useRouter } from '@tanstack/react-router';
import type { MenuEntry } from '../lib/screen-data.ts';
import { useMay } from './session.ts';

export type MenuScreen = MenuEntry & Required<Pick<LinkOptions, 'to'>>;

/** Returns the menu screens that the user's role may open, in the order of the menu. */
export function useMenu(): MenuScreen[] {
  const may = useMay();
  const { routesByPath } = useRouter();
  return Object.values(routesByPath).flatMap(({ to, options: { staticData } }) => {
    const { menu, needs } = staticData ?? {};
    return menu && needs && may(needs) ? [{ ...menu, to }] : [];
  });
}
