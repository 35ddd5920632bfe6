import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Written beside its place and moved there when it is whole, so that neither a failure nor a crash leaves half a file
 * under the name that was chosen. What is exported is for who exported it.
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
