import { breakFault } from '../connection-faults.ts';
import { Faulty } from '../problems.ts';

/** Yields the chunks of a body. If the body is incomplete, it throws an error with the reason. */
export async function* readChunks(
  { body, headers }: Response,
  onBytes: (done: number, total: number | null) => void,
): AsyncGenerator<Uint8Array, void, void> {
  // The header gives the compressed length, which differs from the file's.
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  const total = length === null ? null : Number(length);
  const reader = body?.getReader();
  for (let done = 0; reader; ) {
    const { value } = await reader.read().catch((error: unknown) => {
      throw new Faulty(breakFault(error), error);
    });
    if (!value) {
      if (total !== null && done < total) throw new Faulty(breakFault(null));
      return;
    }
    done += value.length;
    onBytes(done, total);
    yield value;
  }
}
