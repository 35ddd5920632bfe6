/** `crypto.randomUUID` is missing from pages without https. */
export function uuidV4(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => (byte + 256).toString(16).slice(1)).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-');
}

let lastMs = 0;

/** Ascending within this page: what is made within a millisecond, or after the clock is put back, gets the next one. */
export function uuidV7(now: number): string {
  lastMs = Math.max(now, lastMs + 1);
  const time = lastMs.toString(16).padStart(12, '0');
  return `${time.replace(/.{8}/, '$&-')}-7${uuidV4().slice(15)}`;
}
