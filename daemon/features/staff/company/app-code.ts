import { hash } from 'node:crypto';
import { z } from 'zod';
import type { SecretKey } from '../../../lib/keyed.ts';
import { sameHash } from '../../../lib/secrets.ts';
import { openJson, sealJson } from '../sealed-json.ts';

// The code that a browser passes from the daemon to the desktop app. Other programs cannot use the code, because only
// the app has the verifier for the challenge (PKCE, RFC 7636).

const VALID_MS = 60_000;
const content = z.strictObject({
  kind: z.literal('company-code'),
  token: z.string(),
  challenge: z.string(),
  expiresAt: z.number(),
});

export function appCodeOf(
  secretKey: SecretKey,
  { token, challenge }: { token: string; challenge: string },
  now: number,
): string {
  const code: z.infer<typeof content> = { kind: 'company-code', token, challenge, expiresAt: now + VALID_MS };
  return sealJson(secretKey, code);
}

/** Returns the token of the session; null if the code is invalid, or the verifier does not match the challenge. */
export function tokenOfAppCode(
  secretKey: SecretKey,
  { code, verifier }: { code: string; verifier: string },
  now: number,
): string | null {
  const read = content.safeParse(openJson(secretKey, code));
  if (!read.success || now >= read.data.expiresAt) return null;
  const isTheirs = sameHash(hash('sha256', verifier, 'base64url'), read.data.challenge);
  return isTheirs ? read.data.token : null;
}
