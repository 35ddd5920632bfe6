import { lstat, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dropAbandonedDrafts, makeFolder, nameDraft, syncFolder, writeDraft } from '../../lib/drafts.ts';
import { DayFault } from './day-faults.ts';
import { MANIFEST } from './day-files-rules.ts';
import type { Target } from './target.ts';

export const folderTarget = (folder: string): Target => ({
  name: folder,
  async open() {
    await makeFolder(folder);
    // A symbolic link could lead outside the operator's folder.
    if ((await lstat(folder)).isSymbolicLink()) throw new DayFault('it is a symbolic link: replace it with a folder');
    await dropAbandonedDrafts(folder);
    return folder;
  },
  readManifest: () =>
    readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    }),
  async publish({ drafts, leftOver, manifest }) {
    for (const { path, file } of drafts) await nameDraft(path, file.name);
    for (const name of leftOver) await rm(join(folder, name), { force: true });
    await syncFolder(folder);
    await nameDraft(await writeDraft(folder, (file) => file.writeFile(manifest)), MANIFEST);
    await syncFolder(folder);
  },
  close: async () => {},
});
