import { tmpdir } from 'node:os';
import { isWritableFolder } from '../../lib/folders.ts';
import { isBucketUrl, openBucket, type S3Access } from '../../lib/s3.ts';
import { type Check, fault, faultOf, ok } from './check.ts';
import { checkDisk } from './check-disk.ts';

/** Begins with an underscore, because programs that load exported files into a warehouse skip such names. */
const KEY = '_redeemd-doctor';

/** Checks a folder's disk, or writes, reads and removes an object in a bucket, as the jobs do. */
export async function checkPlace(place: string, name: string, access: S3Access): Promise<Check> {
  if (!isBucketUrl(place)) return checkDisk(place, name);
  // The jobs write drafts to this folder before they upload them.
  if (!isWritableFolder(tmpdir())) return fault(name, `${tmpdir()} is not writable: set TMPDIR to another folder`);
  const { signal } = new AbortController();
  try {
    const bucket = openBucket(place, access);
    await bucket.putText(KEY, 'ok', signal);
    const text = await bucket.read(KEY, signal);
    await bucket.remove(KEY, signal);
    const missing = await bucket.read(KEY, signal);
    const works = text === 'ok' && missing === null;
    return works ? ok(name, `${place} can be written`) : fault(name, `${place} does not return what was written to it`);
  } catch (error) {
    return faultOf(name, error);
  }
}
