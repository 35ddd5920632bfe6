const randomBytes = () => crypto.getRandomValues(new Uint8Array(16));

function format(bytes: Uint8Array, version: number): string {
  bytes[6] = ((bytes[6] as number) & 15) | (version << 4);
  bytes[8] = ((bytes[8] as number) & 63) | 128;
  const hex = [...bytes].map((byte) => (byte + 256).toString(16).slice(1)).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** `crypto.randomUUID` is missing from pages without https. */
export const uuidV4 = (): string => format(randomBytes(), 4);

let lastMs = 0;
let count = 0;

/** Ascending within this page, also within a millisecond and when the clock is put back. */
export function uuidV7(now: number): string {
  if (now > lastMs) {
    lastMs = now;
    count = 0;
  } else if (++count > 4095) {
    lastMs++;
    count = 0;
  }
  const bytes = randomBytes();
  // Assigning keeps the low eight bits.
  for (let at = 0; at < 6; at++) bytes[at] = lastMs / 2 ** (40 - 8 * at);
  bytes[6] = count >> 8;
  bytes[7] = count;
  return format(bytes, 7);
}
