import { app, type BrowserWindow } from 'electron';
import { asksForOther } from '../ask-user.ts';
import type { Saves } from '../save/saves.ts';
import { mainTexts } from '../texts.ts';

/** Keeps a window open until its files are saved, unless the user stops saving. */
export function savesFirst(window: BrowserWindow, saves: Saves): void {
  let isAsking = false;
  let isQuitting = false;
  const quits = () => {
    isQuitting = true;
  };
  app.on('before-quit', quits);
  window.on('closed', () => app.off('before-quit', quits));
  window.on('close', async (event) => {
    const names = saves.list().map(({ name }) => name);
    if (names.length === 0) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    const endsApp = isQuitting;
    isQuitting = false;
    const over = new AbortController();
    void saves.ended().then(() => over.abort());
    const { wait: safe, stop: other, message, detail } = mainTexts().saving;
    const isStop = await asksForOther(window, {
      message: message(names.join(', ')),
      detail,
      safe,
      other,
      signal: over.signal,
    });
    isAsking = false;
    if (isStop) await saves.cancelAll();
    else await saves.ended();
    if (endsApp) app.quit();
    else if (!window.isDestroyed()) window.close();
  });
}
