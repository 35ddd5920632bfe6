import type { BrowserWindow } from 'electron';
import { asksForOther } from './ask-user.ts';
import { mainTexts } from './texts.ts';

/** Asks the user to confirm a new server, one question at a time: a hostile page could otherwise open many dialogs. */
export function createServerConfirmation(currentWindow: () => BrowserWindow | null) {
  let isAsking = false;
  return async (url: string): Promise<boolean> => {
    const window = currentWindow();
    if (!window || isAsking) return false;
    isAsking = true;
    try {
      const { cancel, newServer } = mainTexts();
      const { connect: other, detail } = newServer;
      return await asksForOther(window, {
        type: 'warning',
        message: newServer.message(url),
        detail,
        safe: cancel,
        other,
      });
    } finally {
      isAsking = false;
    }
  };
}
