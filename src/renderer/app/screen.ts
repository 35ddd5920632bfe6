import { type AnyRoute, createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EndpointName } from '../../../daemon/contract/contract.ts';
import type { MenuEntry } from '../lib/screen-data.ts';
import { guarded, guardedDialog } from './guarded.tsx';
import { ScreenNotLoaded } from './screen-not-loaded.tsx';

interface ScreenOptions {
  page: RouteComponent;
  /** The endpoint that the user's role must be allowed to call. */
  needs: EndpointName;
  menu?: MenuEntry;
}

/** Returns a page component whose file is loaded when the screen is first opened. */
export const lazyPage = <Name extends string>(load: () => Promise<Record<Name, () => ReactNode>>, name: Name) =>
  lazyRouteComponent(() => load().catch(() => ({ [name]: ScreenNotLoaded }) as Record<Name, () => ReactNode>), name);

const routeOf =
  (guard: typeof guarded) =>
  <Parent extends AnyRoute, const Path extends string>(parent: Parent, path: Path, options: ScreenOptions) => {
    const { page, needs, menu } = options;
    return createRoute({
      getParentRoute: () => parent,
      path,
      component: guard(page, needs),
      staticData: { needs, ...(menu && { menu }) },
    });
  };

export const screen = routeOf(guarded);

/** A dialog's route is a child of the screen below it, so that the screen keeps its state. */
export const dialog = routeOf(guardedDialog);
