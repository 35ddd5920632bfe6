import { basename, join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { Refusal, SaveReply } from '../preload/api.ts';
import { FAULT } from './problems.ts';
import { writeWhole } from './write-file.ts';

const REASONS: Record<string, string> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk is full.',
  EACCES: 'This folder may not be written to.',
  EPERM: 'This folder may not be written to.',
  EROFS: 'This folder may not be written to.',
  ENOENT: 'This folder is gone.',
  ENAMETOOLONG: 'The name is too long.',
};

/** Asks the user for a path; null if the user cancels. */
export async function choosePlace(window: BrowserWindow, name: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('downloads'), fitName(name)),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  return canceled || filePath === '' ? null : filePath;
}

export async function saveAt(
  place: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<SaveReply> {
  try {
    await writeWhole(place, chunks);
    return { outcome: 'saved', name: basename(place), place };
  } catch (error) {
    return { outcome: 'failed', problem: whyNot(error as Partial<NodeJS.ErrnoException & { problem: Refusal }>) };
  }
}

function whyNot(error: Partial<NodeJS.ErrnoException & { problem: Refusal }>): Refusal {
  if (error.problem) return error.problem;
  const detail = REASONS[error.code ?? ''];
  if (detail) return { code: 'not_saved', status: 0, detail };
  console.error('A file could not be saved:', error);
  return FAULT;
}

/** A file name without a path: the user chooses the folder in the dialog, whatever name the page suggests. */
export const fitName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 120) || 'redeemd';
