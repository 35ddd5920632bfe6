import { mkdtemp, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ABANDONED_MS, dropAbandonedDrafts } from '../../lib/drafts.ts';
import { openBucket, type S3Access } from '../../lib/s3.ts';
import { MANIFEST } from './day-files-rules.ts';
import type { Target } from './target.ts';

const DRAFTS = 'redeemd-drafts-';

/**
 * Writes objects below `s3://bucket/prefix`. A bucket stores an object completely or not at all. An upload must state
 * the object's length first, so drafts are kept in a temporary folder until all of them are complete.
 */
export function bucketTarget(place: string, access: S3Access): Target {
  const bucket = openBucket(place, access);
  let folder: string | null = null;
  return {
    name: place,
    async open() {
      await dropAbandonedFolders();
      folder = await mkdtemp(join(tmpdir(), DRAFTS));
      return folder;
    },
    readManifest: (signal) => bucket.read(MANIFEST, signal),
    async publish({ drafts, leftOver, manifest }, signal) {
      for (const { path, file } of drafts) await bucket.putFile(file.name, { path, ...file }, signal);
      for (const name of leftOver) await bucket.remove(name, signal);
      await bucket.putText(MANIFEST, manifest, signal);
    },
    async close() {
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Removes drafts that killed programs left behind, because drafts contain player IDs. */
async function dropAbandonedFolders(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((entry) => entry.startsWith(DRAFTS))) {
    const folder = join(tmpdir(), name);
    const found = await stat(folder).catch(() => null);
    if (!found || found.mtimeMs > Date.now() - ABANDONED_MS) continue;
    // Another user may own the folder, or a running program may still have a draft in it.
    await dropAbandonedDrafts(folder)
      .then(() => rmdir(folder))
      .catch(() => {});
  }
}
