/** Returns a random UUID. Pages without https have no `crypto.randomUUID`. */
export function uuidV4(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => (byte + 256).toString(16).slice(1)).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-');
}

let lastMs = 0;

/** Returns a UUID v7. Within a page, IDs always ascend, even if two are created in the same millisecond or the clock is set back. */
export function uuidV7(now: number): string {
  lastMs = Math.max(now, lastMs + 1);
  const time = lastMs.toString(16).padStart(12, '0');
  return `${time.replace(/.{8}/, '$&-')}-7${uuidV4().slice(15)}`;
}
