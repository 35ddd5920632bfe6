import type { Environment } from '../../../contract/environment.ts';
import type { Routes } from '../../../contract/route.ts';
import { instantOrNull, isoInstant } from '../../../lib/clock.ts';
import { signedInOut } from '../staff-answers.ts';
import { enterWithPasskey } from './enter-with-passkey.ts';
import { addPasskey, readOwnPasskeys, removePasskey, startPasskey } from './own-passkeys.ts';
import { CHALLENGE_MS, challengeToEnter } from './passkey-challenge.ts';
import type { PasskeyRow } from './passkeys-store.ts';
import { type PasskeyParts, readAnswer, withPasskey } from './read-answers.ts';
import { getRelyingParty, relyingPartyOf } from './relying-party.ts';

type PasskeyRoutes = Pick<
  Routes,
  'challengePasskey' | 'enterWithPasskey' | 'listOwnPasskeys' | 'startPasskey' | 'addPasskey' | 'removePasskey'
>;

export const passkeyRoutes = (parts: PasskeyParts & { environment: Environment }): PasskeyRoutes => {
  const { db, secretKey, publicUrl, environment } = parts;
  return {
    challengePasskey: async ({ now }) => ({
      challenge: challengeToEnter(secretKey, now),
      rpId: getRelyingParty(publicUrl()).id,
      timeout: CHALLENGE_MS,
      userVerification: 'required',
    }),
    enterWithPasskey: async ({ body, now }) => {
      const proof = await readAnswer(parts, body.passkey, now);
      const signedIn = await enterWithPasskey(db, proof, now);
      return signedInOut(signedIn, { status: 200, cookie: body.cookie, publicUrl, environment });
    },
    listOwnPasskeys: async ({ principal }) => ({
      data: (await readOwnPasskeys(db, principal.staffId)).map(passkeyOut),
      is_available: relyingPartyOf(publicUrl()) !== null,
    }),
    startPasskey: async ({ body, principal: { staffId }, ip, now }) =>
      startPasskey(parts, { staffId, ip }, await withPasskey(parts, body, now), now),
    addPasskey: async ({ body, principal, now }) => {
      const { row, codes } = await addPasskey(parts, principal.staffId, body, now);
      return { ...passkeyOut(row), recovery_codes: codes };
    },
    removePasskey: async ({ params, body, principal: { staffId }, ip, now }) => {
      const who = { staffId, ip, passkeyId: params.passkey_id };
      const { hasPasskey } = await removePasskey(db, secretKey, who, await withPasskey(parts, body, now), now);
      return { has_passkey: hasPasskey };
    },
  };
};

const passkeyOut = ({ passkey_id, name, created_at, last_used_at }: PasskeyRow) => ({
  ...{ passkey_id, name },
  created_at: isoInstant(created_at),
  last_used_at: instantOrNull(last_used_at),
});
