import { z } from 'zod';
import type { SecretKey } from '../../../lib/keyed.ts';
import { openJson, sealJson } from '../sealed-json.ts';

// A challenge contains, encrypted, everything that the daemon needs when the response arrives. A flood of challenges
// therefore does not write to the database.

export const CHALLENGE_MS = 5 * 60_000;

const toEnter = z.strictObject({ kind: z.literal('passkey-sign-in'), at: z.number() });
const toAdd = z.strictObject({
  kind: z.literal('new-passkey'),
  at: z.number(),
  staffId: z.number(),
  name: z.string(),
});

const encode = (sealed: string) => Buffer.from(sealed).toString('base64url');
const decode = (challenge: string) => Buffer.from(challenge, 'base64url').toString();
const isInTime = (at: number, now: number) => at <= now && now < at + CHALLENGE_MS;

export const challengeToEnter = (secretKey: SecretKey, now: number): string =>
  encode(sealJson(secretKey, { kind: 'passkey-sign-in', at: now } satisfies z.infer<typeof toEnter>));

/** Returns when the challenge was created; null if it was not created with this secret key, or if it is too old. */
export function openChallengeToEnter(secretKey: SecretKey, challenge: string, now: number): number | null {
  const { data } = toEnter.safeParse(openJson(secretKey, decode(challenge)));
  return data && isInTime(data.at, now) ? data.at : null;
}

export const challengeToAdd = (
  secretKey: SecretKey,
  { staffId, name }: { staffId: number; name: string },
  now: number,
): string =>
  encode(sealJson(secretKey, { kind: 'new-passkey', at: now, staffId, name } satisfies z.infer<typeof toAdd>));

/** Returns the name of the new passkey; null if the challenge is not valid for this person. */
export function openChallengeToAdd(
  secretKey: SecretKey,
  { challenge, staffId }: { challenge: string; staffId: number },
  now: number,
): string | null {
  const { data } = toAdd.safeParse(openJson(secretKey, decode(challenge)));
  return data && data.staffId === staffId && isInTime(data.at, now) ? data.name : null;
}
