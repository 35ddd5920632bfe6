import { app, type BrowserWindow } from 'electron';
import { asksForOther } from '../ask-user.ts';
import { isPageUrl, START } from '../page.ts';
import { mainTexts } from '../texts.ts';

/** The error code of a navigation that was replaced by another navigation. */
const ABORTED = -3;

/** Offers to load the page again if it has crashed, is not responding or could not be loaded. */
export function helpWhenStuck(window: BrowserWindow): void {
  const { webContents } = window;
  /** True while the app itself is ending the page's process. */
  let isEnding = false;
  const load = () => {
    const url = webContents.getURL();
    window.loadURL(isPageUrl(url) ? url : START).catch(() => {});
  };
  const askAgain = async (said: { message: string; detail: string; quit: string }, again: string) => {
    const { quit, ...rest } = said;
    const isOver = await asksForOther(window, { type: 'error', ...rest, safe: again, other: quit });
    if (isOver) app.quit();
    else if (!window.isDestroyed()) load();
  };
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    if (isEnding) {
      isEnding = false;
      return load();
    }
    const { reload, ...said } = mainTexts().crashed;
    void askAgain(said, reload);
  });
  webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return;
    const { again, ...said } = mainTexts().notLoaded;
    void askAgain(said, again);
  });
  let hanging: AbortController | null = null;
  window.on('responsive', () => hanging?.abort());
  window.on('unresponsive', async () => {
    if (hanging) return;
    hanging = new AbortController();
    const { wait: safe, reload: other, ...said } = mainTexts().hanging;
    const isReload = await asksForOther(window, { ...said, safe, other, signal: hanging.signal });
    hanging = null;
    if (!isReload || window.isDestroyed()) return;
    isEnding = true;
    // A page in an endless loop cannot handle a reload.
    webContents.forcefullyCrashRenderer();
  });
}
