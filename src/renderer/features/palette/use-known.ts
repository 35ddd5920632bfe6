import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useMenu } from '../../client/menu.ts';
import { openedBefore } from '../../client/opened.ts';
import { useMay, useSession } from '../../client/session.ts';
import { leaveGuarded } from '../../components/leave-guard.tsx';
import { palette as t } from '../../texts/palette.ts';
import { type Known, knownFor, type PaletteItem } from './palette-items.ts';

const SCHEMES: MantineColorScheme[] = ['light', 'dark', 'auto'];

/** Returns the results that need no search by the daemon. */
export function useKnown(text: string): Known {
  const { session, signOut } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { pathname } = useLocation();
  const opened = openedBefore(session.staff.staff_id).filter(({ to }) => to !== pathname);
  const own: PaletteItem[] = [
    ...SCHEMES.filter((scheme) => scheme !== colorScheme).map((scheme) => ({
      key: `scheme ${scheme}`,
      label: t.schemes[scheme],
      open: () => setColorScheme(scheme),
    })),
    { key: 'sign-out', label: t.signOut, open: () => void leaveGuarded(signOut) },
  ];
  return knownFor(text, { may: useMay(), menu: useMenu(), opened, own });
}
