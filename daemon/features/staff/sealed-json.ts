import { type SecretKey, seal, unseal } from '../../lib/keyed.ts';

export const sealJson = (secretKey: SecretKey, content: object): string => seal(secretKey, JSON.stringify(content));

/** Returns the content of a sealed text; null if it was not sealed with this secret key. */
export function openJson(secretKey: SecretKey, sealed: string): unknown {
  try {
    return JSON.parse(unseal(secretKey, sealed));
  } catch {
    return null;
  }
}
