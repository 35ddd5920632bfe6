import { join } from 'node:path';
import { app, type BrowserWindow, protocol, type Session, session } from 'electron';
import { linkIn, readDeepLink } from './deep-link.ts';
import { devPageUrl } from './dev-page.ts';
import { setMenu } from './menu.ts';
import { ORIGIN } from './page.ts';
import { registerPortalScheme, servePortal } from './protocol.ts';
import { registerHandlers } from './register-handlers.ts';
import { createSaves, type Saves } from './save/saves.ts';
import { cutOffFromNet, hardenEveryContents, refuseDownloads, refusePermissions } from './security.ts';
import { openSettings } from './settings.ts';
import { startUpdates } from './updates.ts';
import { watchWaitingCodes } from './waiting-codes.ts';
import { openWindow } from './window/open-window.ts';
import { savesFirst } from './window/saves-first.ts';

/**
 * Only the page uses this session. The main process sends requests through the default session, which uses the system's
 * proxies.
 */
const PAGE_SESSION = 'persist:portal';
const NO_SHARE = -1;
/** If the progress is above 1, the system shows activity without a percentage. */
const UNKNOWN_SHARE = 2;

let window: BrowserWindow | null = null;
/** The page's address from a link that arrived before the app could show a window. */
let wanted: string | null = linkIn(process.argv);

const saves: Saves = createSaves((running) => {
  const [first] = running;
  const share = first?.total ? first.done / first.total : UNKNOWN_SHARE;
  if (window && !window.isDestroyed()) window.setProgressBar(first ? share : NO_SHARE);
});

app.enableSandbox();
registerPortalScheme(protocol);
hardenEveryContents(app);
// macOS sends links as events, and the first link may arrive before the app is ready.
app.on('open-url', (event, link) => {
  event.preventDefault();
  show(readDeepLink(link));
});
const devPage = devPageUrl(app);
// In development mode, a new app starts before the previous one has ended, so no lock is requested.
if (devPage !== null || app.requestSingleInstanceLock()) start();
else app.quit();

function start() {
  // Windows shows notifications under the name of the installed app with this ID (build/electron-builder.yml).
  if (process.platform === 'win32') app.setAppUserModelId('net.redeemd.portal');
  app.on('second-instance', (_event, argv) => show(linkIn(argv)));
  app.on('activate', () => show(null));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  void app.whenReady().then(() => {
    const pageSession = session.fromPartition(PAGE_SESSION);
    guard(session.defaultSession);
    guard(pageSession);
    cutOffFromNet(pageSession, devPage);
    servePortal(pageSession.protocol, join(import.meta.dirname, '../renderer'), devPage);
    const settings = openSettings(inData('settings.json'));
    const { client, book } = registerHandlers({ inData, saves, currentWindow: () => window });
    setMenu(settings, () => window);
    show(wanted);
    const isOn = () => settings.read().notifyWaiting;
    watchWaitingCodes({ client, book, isOn, open: () => show(`${ORIGIN}/moderation`) });
    startUpdates().catch((error) => console.error('Updates could not be started:', error));
  });
}

const inData = (name: string) => join(app.getPath('userData'), name);

function guard(session: Session) {
  refusePermissions(session, devPage);
  refuseDownloads(session);
}

/** Brings the app's only window to the front, or opens it again if it was closed. */
function show(url: string | null) {
  if (!app.isReady()) {
    wanted = url ?? wanted;
    return;
  }
  if (window) {
    if (window.isMinimized()) window.restore();
    window.focus();
    // The page asks about unsaved changes. If the user stays, the promise is rejected.
    if (url !== null) window.loadURL(url).catch(() => {});
    return;
  }
  const placeFile = inData('window.json');
  window = openWindow({ session: session.fromPartition(PAGE_SESSION), placeFile, ...(url === null ? {} : { url }) });
  savesFirst(window, saves);
  window.on('closed', () => {
    window = null;
  });
}
