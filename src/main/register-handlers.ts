import { type BrowserWindow, ipcMain, net, safeStorage } from 'electron';
import { createCompanySignIn } from './company-sign-in.ts';
import { createServerConfirmation } from './confirm-server.ts';
import { openConnections } from './connections.ts';
import { openCredentials } from './credentials.ts';
import { createDaemonClient } from './daemon-client.ts';
import { callHandlers } from './handlers/calls.ts';
import { connectionHandlers } from './handlers/connecting.ts';
import { fileHandlers } from './handlers/files.ts';
import { helpHandlers } from './handlers/help.ts';
import { sessionHandlers } from './handlers/sessions.ts';
import { registerIpc } from './ipc.ts';
import { openDrafts } from './save/drafts.ts';
import type { Saves } from './save/saves.ts';

interface AppParts {
  /** Returns the path of one of the app's own files. */
  inData: (name: string) => string;
  saves: Saves;
  currentWindow: () => BrowserWindow | null;
}

/** Creates the handlers for the page's requests and registers them. */
export function registerHandlers({ inData, saves, currentWindow }: AppParts) {
  const book = openConnections(inData('connections.json'));
  const credentials = openCredentials(inData('sessions.json'), safeStorage);
  const drafts = openDrafts(inData('unfinished-files.json'));
  const client = createDaemonClient((url, init) => net.fetch(url, init), book, credentials);
  registerIpc(ipcMain, currentWindow, {
    ...connectionHandlers({ client, book, credentials, confirm: createServerConfirmation(currentWindow) }),
    ...callHandlers(client),
    ...helpHandlers(book),
    ...sessionHandlers(client, book, credentials, createCompanySignIn()),
    ...fileHandlers({ client, drafts, saves, currentWindow }),
  });
  return { client, book };
}
