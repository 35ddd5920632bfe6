import { type StoredWindow, windowOut } from './code-window.ts';

/** Returns a window as the audit log records it. @param earlier the window that it replaces */
export const auditedWindow = (window: StoredWindow, earlier?: StoredWindow) => ({
  ...windowOut(window),
  recipient: auditedRecipient(window.recipient, earlier?.recipient),
});

/**
 * Returns what the audit log says about a recipient: that there is one, or that it was replaced, but not who it is. The
 * log's entries never change, but a player can be erased.
 */
export function auditedRecipient<None extends null | undefined>(recipient: string | None, earlier?: string | null) {
  if (typeof recipient !== 'string') return recipient;
  return typeof earlier === 'string' && earlier !== recipient ? 'replaced' : 'set';
}
