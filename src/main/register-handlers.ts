import { type BrowserWindow, ipcMain, net, safeStorage } from 'electron';
import { createServerQuestion } from './confirm-server.ts';
import { openConnections } from './connections.ts';
import { openCredentials } from './credentials.ts';
import { createDaemonClient } from './daemon-client.ts';
import { callQuestions } from './handlers/calls.ts';
import { connectingQuestions } from './handlers/connecting.ts';
import { fileQuestions } from './handlers/files.ts';
import { sessionQuestions } from './handlers/sessions.ts';
import { registerIpc } from './ipc.ts';
import { openDrafts } from './save/drafts.ts';
import type { Saves } from './save/saves.ts';

interface AppParts {
  /** Returns the path of one of the app's own files. */
  inData: (name: string) => string;
  saves: Saves;
  currentWindow: () => BrowserWindow | null;
}

/** Creates the handlers of the page's requests and registers them. */
export function answerQuestions({ inData, saves, currentWindow }: AppParts) {
  const book = openConnections(inData('connections.json'));
  const credentials = openCredentials(inData('sessions.json'), safeStorage);
  const drafts = openDrafts(inData('unfinished-files.json'));
  const client = createDaemonClient((url, init) => net.fetch(url, init), book, credentials);
  registerIpc(ipcMain, currentWindow, {
    ...connectingQuestions({ client, book, credentials, confirm: createServerQuestion(currentWindow) }),
    ...callQuestions(client),
    ...sessionQuestions(client, book, credentials),
    ...fileQuestions({ client, drafts, saves, currentWindow }),
  });
  return { client, book };
}
