import { join } from 'node:path';
import { app, type BrowserWindow, ipcMain, net, protocol, safeStorage, session } from 'electron';
import { openConnections } from './connections.ts';
import { openCredentials } from './credentials.ts';
import { createDaemonClient } from './daemon-client.ts';
import { callQuestions } from './handlers/calls.ts';
import { connectingQuestions } from './handlers/connecting.ts';
import { fileQuestions } from './handlers/files.ts';
import { sessionQuestions } from './handlers/sessions.ts';
import { registerIpc } from './ipc.ts';
import { setMenu } from './menu.ts';
import { registerPortalScheme, servePortal } from './protocol.ts';
import { cutOffFromNet, hardenEveryContents, refusePermissions } from './security.ts';
import { openWindow } from './window.ts';

/**
 * The session of the page alone; the main process sends requests through the default session, which uses the system's
 * proxies.
 */
const PAGE_SESSION = 'persist:portal';

let window: BrowserWindow | null = null;

app.enableSandbox();
registerPortalScheme(protocol);
hardenEveryContents(app);
if (app.requestSingleInstanceLock()) start();
else app.quit();

function start() {
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  void app.whenReady().then(() => {
    const pageSession = session.fromPartition(PAGE_SESSION);
    refusePermissions(session.defaultSession);
    refusePermissions(pageSession);
    cutOffFromNet(pageSession);
    servePortal(pageSession.protocol, join(import.meta.dirname, '../renderer'));
    answerQuestions();
    setMenu();
    showWindow();
  });
}

function answerQuestions() {
  const folder = app.getPath('userData');
  const book = openConnections(join(folder, 'connections.json'));
  const credentials = openCredentials(join(folder, 'sessions.json'), safeStorage);
  const client = createDaemonClient((url, init) => net.fetch(url, init), book, credentials);
  registerIpc(ipcMain, () => window, {
    ...connectingQuestions(client, book, credentials),
    ...callQuestions(client),
    ...sessionQuestions(client, book, credentials),
    ...fileQuestions(client, () => window),
  });
}

/** There is one window: it is brought to the front, or opened again if it was closed. */
function showWindow() {
  if (!app.isReady()) return;
  if (window) {
    if (window.isMinimized()) window.restore();
    return window.focus();
  }
  window = openWindow(session.fromPartition(PAGE_SESSION));
  window.on('closed', () => {
    window = null;
  });
}
