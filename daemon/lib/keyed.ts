import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** The key that encrypts and signs. Its ID identifies the secret without revealing it. */
export interface SecretKey {
  id: string;
  key: Buffer;
  /** The previous key, which can still decrypt. */
  older?: SecretKey;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the key. The same secret gives the same key in every daemon. */
export function secretKeyOf(secret: string): SecretKey {
  if (secret === '') throw new Error('The secret for a key must not be empty');
  const key = derive(secret, 'redeemd secret key');
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
}

/** Encrypts to `id.nonce.ciphertext.tag` (AES-256-GCM); the same text gives a different result each time. */
export const seal = (key: SecretKey, plain: string): string => createSeal(key)(plain);

/** Returns a function that encrypts like `seal`, but derives the key only once. */
export function createSeal({ id, key }: SecretKey): (plain: string) => string {
  const sealKey = derive(key, 'seal');
  return (plain) => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', sealKey, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(id));
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return [id, ...[nonce, text, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
  };
}

/** Decrypts what `seal` returned with this key or the previous one. It throws if the text was changed. */
export function unseal(current: SecretKey, sealed: string): string {
  const [sealedBy, ...parts] = sealed.split('.');
  const known = sealedBy === current.id ? current : current.older;
  if (!known || sealedBy !== known.id)
    throw new Error(`This value needs the secret key with the ID ${sealedBy}, but the daemon has ${current.id}`);
  const { id, key } = known;
  const [nonce, text, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (parts.length !== 3 || !nonce || !text || !tag) throw new Error('This value is not encrypted text');
  const decipher = createDecipheriv('aes-256-gcm', derive(key, 'seal'), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/**
 * Returns an HMAC-SHA256 in hex. The text must begin with its purpose, so that a MAC is not valid for another purpose.
 */
export const macOf = (key: SecretKey, text: string): string => createMac(key)(text);

/** Returns a function that computes what `macOf` does, but derives the key only once. */
export function createMac({ key }: SecretKey): (text: string) => string {
  const macKey = derive(key, 'mac');
  return (text) => createHmac('sha256', macKey).update(text).digest('hex');
}

/** Derives one key for each purpose (HKDF-SHA256), so that no key is used by two algorithms. */
const derive = (from: string | Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', from, '', purpose, KEY_BYTES));
