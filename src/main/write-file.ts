import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a temporary file and renames it when it is complete, so that neither a failure nor a crash leaves half a file
 * under the chosen name. Exported files are readable for this user only.
 */
export async function writeWhole(
  place: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const draft = join(dirname(place), `.redeemd-${randomBytes(8).toString('hex')}.part`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
