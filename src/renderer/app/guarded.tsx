import { lazyRouteComponent, type RouteComponent, useParams } from '@tanstack/react-router';
import type { EndpointName } from '../../../daemon/contract/contract.ts';
import { useMay } from '../client/session.ts';
import { NoAccess } from '../components/no-access.tsx';
import { NotFound } from '../components/not-found.tsx';

const NoAccessDialog = lazyRouteComponent(() => import('../components/no-access-dialog.tsx'), 'NoAccessDialog');

const ID = /^[1-9]\d{0,15}$/;
/** The game chooses creator IDs, which can be any text; all other IDs are numbers. */
const isId = ([name, id]: [string, string]) => name === 'creatorId' || ID.test(id);

/**
 * Shows a screen only if the user's role may call its endpoint and the IDs in the address are valid. Otherwise the
 * screen sends no request.
 */
export const guarded = (Screen: RouteComponent, needs: EndpointName): RouteComponent => {
  function Guarded() {
    const may = useMay();
    const params: Record<string, string> = useParams({ strict: false });
    if (!may(needs)) return <NoAccess />;
    if (!Object.entries(params).every(isId)) return <NotFound />;
    return <Screen />;
  }
  return loadedWith(Guarded, Screen);
};

/** Shows a dialog above another screen only if the user's role may call its endpoint. */
export const guardedDialog = (Dialog: RouteComponent, needs: EndpointName): RouteComponent => {
  function GuardedDialog() {
    const may = useMay();
    return may(needs) ? <Dialog /> : <NoAccessDialog />;
  }
  return loadedWith(GuardedDialog, Dialog);
};

/** Lets the router load the screen before it renders it. React would show an unloaded screen at least 300 ms later. */
const loadedWith = (Guarded: RouteComponent, { preload }: RouteComponent): RouteComponent =>
  preload ? Object.assign(Guarded, { preload }) : Guarded;
