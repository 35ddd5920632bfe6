import { createMac, createSeal, type SecretKey, unseal } from '../lib/keyed.ts';

/** A stored key: encrypted, with a keyed hash that finds duplicates. */
export interface StoredKey {
  sealed: string;
  key_hash: string;
}

/** Returns a function that hashes keys. Only the same secret key produces the same hash. */
function createKeyHash(secretKey: SecretKey): (value: string) => string {
  const mac = createMac(secretKey);
  return (value) => mac(`pool key\n${value}`);
}

/** Returns a function that computes a key's possible stored hashes: two while the secret key is being replaced. */
export function createKeyHashes(secretKey: SecretKey): (value: string) => string[] {
  const hashes = [secretKey, secretKey.older].flatMap((key) => (key ? [createKeyHash(key)] : []));
  return (value) => hashes.map((hash) => hash(value));
}

/** Returns a function that encrypts keys for storage. */
export function createKeyStore(secretKey: SecretKey): (value: string) => StoredKey {
  const seal = createSeal(secretKey);
  const hash = createKeyHash(secretKey);
  return (value) => ({ sealed: seal(value), key_hash: hash(value) });
}

const MOST_LEGIBLE = 4;

const HIDDEN = '••••';

/** Returns a stored key as staff see it. If it was encrypted with another secret key, all of it is hidden. */
export function maskedKey(secretKey: SecretKey | null, sealed: string): string {
  try {
    return masked(openKey(secretKey, sealed));
  } catch {
    return HIDDEN;
  }
}

/** Hides a key except for its end: four characters, or fewer for a short key. */
export function masked(value: string): string {
  const characters = [...value];
  const legible = Math.min(MOST_LEGIBLE, Math.floor(characters.length / 4));
  return `${HIDDEN}${characters.slice(characters.length - legible).join('')}`;
}

/** Decrypts a key. The secret key is null only if a command opened the database without it. */
export function openKey(secretKey: SecretKey | null, sealed: string): string {
  if (!secretKey) throw new Error('This database was opened without its secret key');
  return unseal(secretKey, sealed);
}
