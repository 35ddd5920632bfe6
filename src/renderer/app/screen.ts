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

export const screen = <Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  { page, needs, menu }: ScreenOptions,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component: guarded(page, needs),
    staticData: { needs, ...(menu && { menu }) },
  });

/** Creates a dialog as a child route, so that the screen below it keeps its state. */
export const dialog = <Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  { page, needs }: ScreenOptions,
) => createRoute({ getParentRoute: () => parent, path, component: guardedDialog(page, needs), staticData: { needs } });
