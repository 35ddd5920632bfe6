import { NO_CONNECTION } from './problems.ts';

/** With a value above 1 the system shows activity without a percentage. */
const UNKNOWN_SHARE = 2;

/** Yields a body in chunks. If the body breaks off, it throws an error that carries the problem. */
export async function* readChunks(
  response: Response,
  onProgress: (share: number) => void,
): AsyncGenerator<Uint8Array, void, void> {
  const isPacked = response.headers.has('content-encoding');
  const total = isPacked ? 0 : Number(response.headers.get('content-length') ?? 0);
  const reader = response.body?.getReader();
  for (let done = 0; reader; ) {
    const { value } = await reader.read().catch((cause: unknown) => {
      throw Object.assign(new Error('The answer broke off', { cause }), { problem: NO_CONNECTION });
    });
    if (!value) return;
    done += value.length;
    onProgress(total > 0 ? Math.min(1, done / total) : UNKNOWN_SHARE);
    yield value;
  }
}
