import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

interface UserQuestion extends Pick<MessageBoxOptions, 'message' | 'detail' | 'signal'> {
  type?: MessageBoxOptions['type'];
  /** The button that Escape, Enter and closing the dialog also choose. */
  safe: string;
  other: string;
}

const SAFE = 0;

/** Asks in a system dialog. Returns whether the user chose the other button instead of the safe one. */
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
