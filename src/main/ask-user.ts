import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

interface UserQuestion extends Pick<MessageBoxOptions, 'message' | 'detail' | 'signal'> {
  type?: MessageBoxOptions['type'];
  /** What happens if the user answers nothing: it is the answer of Escape, Enter and a closed dialog. */
  safe: string;
  other: string;
}

const SAFE = 0;

/** Asks in a dialog of the system. Returns whether the user chose the other answer than the safe one. */
export async function asksForOther(window: BrowserWindow, { safe, other, ...said }: UserQuestion): Promise<boolean> {
  const buttons = [safe, other];
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    ...said,
    buttons,
    defaultId: SAFE,
    cancelId: SAFE,
    noLink: true,
  });
  return response !== SAFE;
}
