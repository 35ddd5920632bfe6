import { type LinkOptions, useRouter } from '@tanstack/react-router';
import type { MenuEntry } from '../lib/screen-data.ts';
import { useMay } from './session.ts';

export type MenuScreen = MenuEntry & Required<Pick<LinkOptions, 'to'>>;

/** The screens of the menu that the user's role may open, in the menu's order. */
export function useMenu(): MenuScreen[] {
  const may = useMay();
  const { routesByPath } = useRouter();
  return Object.values(routesByPath).flatMap(({ to, options: { staticData } }) => {
    const { menu, needs } = staticData ?? {};
    return menu && needs && may(needs) ? [{ ...menu, to }] : [];
  });
}
