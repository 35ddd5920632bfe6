import { shell } from 'electron';
import { HELP_PLACES } from '../../../daemon/contract/portal-screens.ts';
import type { DesktopApi } from '../../preload/api.ts';
import type { ConnectionBook } from '../connections.ts';

/**
 * Returns the handler that opens the documentation. The page passes only the name of a screen, so it can open only the
 * documentation of the server that the user confirmed.
 */
export const helpHandlers = (book: ConnectionBook): Pick<DesktopApi, 'openHelp'> => ({
  async openHelp(screen) {
    const { current } = book.read();
    if (current !== null) await shell.openExternal(`${current}/docs/${HELP_PLACES[screen]}`);
  },
});
