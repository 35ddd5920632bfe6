import type { BrowserWindow, IpcMain, IpcMainInvokeEvent } from 'electron';
import { CHANNELS, type IpcAnswer, type IpcApi } from '../preload/api.ts';
import { ARGUMENTS } from './ipc-schemas.ts';
import { isPageUrl, ORIGIN } from './page.ts';
import { FAULT, FORBIDDEN, INVALID, refused } from './problems.ts';

type AnyHandler = (...args: unknown[]) => Promise<unknown>;

/**
 * Registers all channels with the same three safeguards: the sender must be the page, the arguments must parse, and no
 * error object reaches the page.
 */
export function registerIpc(ipcMain: IpcMain, currentWindow: () => BrowserWindow | null, handlers: IpcApi): void {
  for (const name of Object.keys(CHANNELS) as (keyof IpcApi)[]) {
    ipcMain.handle(CHANNELS[name], async (event, ...args: unknown[]): Promise<IpcAnswer<unknown>> => {
      try {
        if (!isFromPage(event, currentWindow())) return refused(FORBIDDEN);
        const read = ARGUMENTS[name].safeParse(args);
        if (!read.success) return refused(INVALID);
        return { ok: true, value: await (handlers[name] as AnyHandler)(...read.data) };
      } catch (error) {
        console.error(`${CHANNELS[name]} failed:`, error);
        return refused(FAULT);
      }
    });
  }
}

/**
 * Returns whether the sender is the top frame of the app's window and still shows the app's page. The frame of a closed
 * page is null or throws an error when it is read.
 */
function isFromPage({ sender, senderFrame }: IpcMainInvokeEvent, window: BrowserWindow | null): boolean {
  try {
    return (
      window !== null &&
      !window.isDestroyed() &&
      sender === window.webContents &&
      senderFrame !== null &&
      !senderFrame.isDestroyed() &&
      !senderFrame.detached &&
      senderFrame.parent === null &&
      senderFrame.origin === ORIGIN &&
      isPageUrl(senderFrame.url)
    );
  } catch {
    return false;
  }
}
