import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { Refusal } from '../../preload/api.ts';
import { problem } from '../problems.ts';

/** Asks the user for a path. Returns null if the user cancels. */
export async function choosePlace(window: BrowserWindow, name: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('downloads'), fitName(name)),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  return canceled || filePath === '' ? null : filePath;
}

/**
 * Returns why no file can be saved at this path, or null if one can. A symbolic link is refused, because the file would
 * replace the link instead of its target.
 */
export async function placeFault(place: string): Promise<Refusal | null> {
  const there = await lstat(place).catch(() => null);
  if (there?.isSymbolicLink()) return problem('place_is_link');
  return there?.isDirectory() ? problem('place_is_folder') : null;
}

/** Returns a file name without a path, because the user chooses the folder in the dialog. */
const fitName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 120) || 'redeemd';
