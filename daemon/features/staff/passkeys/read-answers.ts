import type { NewPasskey, PasskeyAnswer } from '../../../contract/passkey-fields.ts';
import { AppError } from '../../../contract/refusals.ts';
import type { Database } from '../../../db/database.ts';
import type { SecretKey } from '../../../lib/keyed.ts';
import { openChallengeToAdd, openChallengeToEnter } from './passkey-challenge.ts';
import { findPasskey, type PasskeyProof } from './passkeys-store.ts';
import { getRelyingParty } from './relying-party.ts';

/** The accepted signature algorithms: Ed25519, ECDSA with P-256, and RSA with SHA-256, which Windows Hello needs. */
export const ALGORITHMS = [-8, -7, -257];

export interface PasskeyParts {
  db: Database;
  secretKey: SecretKey;
  /** A function, because the port is known only after startup. */
  publicUrl: () => string;
}

/** Checks a device's response to a challenge. The caller must still call `spendProof`. */
export async function readAnswer(
  { db, secretKey, publicUrl }: PasskeyParts,
  answer: PasskeyAnswer,
  now: number,
): Promise<PasskeyProof> {
  const { id, origin } = getRelyingParty(publicUrl());
  const passkey = await db.read((handle) => findPasskey(handle, answer.id));
  if (!passkey) throw new AppError('invalid_credentials');
  let challengedAt: number | null = null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyAuthenticationResponse({
    response: {
      ...credentialOf(answer.id),
      response: {
        clientDataJSON: answer.client_data,
        authenticatorData: answer.authenticator_data,
        signature: answer.signature,
      },
    },
    expectedChallenge: (challenge) => {
      challengedAt = openChallengeToEnter(secretKey, challenge, now);
      return challengedAt !== null;
    },
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, 'base64url'),
      counter: passkey.signatures,
    },
  }).catch(() => null);
  if (!checked?.verified || challengedAt === null) throw new AppError('invalid_credentials');
  const { newCounter } = checked.authenticationInfo;
  return { passkeyId: passkey.passkey_id, staffId: passkey.staff_id, challengedAt, signatures: newCounter };
}

/** Returns the body with the proof of the passkey instead of the device's response. */
export const withPasskey = async <Body extends { passkey?: PasskeyAnswer | undefined }>(
  parts: PasskeyParts,
  body: Body,
  now: number,
) => ({ ...body, passkey: body.passkey && (await readAnswer(parts, body.passkey, now)) });

/** Checks a device's response for a new passkey of this person. */
export async function readNewPasskey(
  { secretKey, publicUrl }: Omit<PasskeyParts, 'db'>,
  { staffId, passkey }: { staffId: number; passkey: NewPasskey },
  now: number,
) {
  const { id, origin } = getRelyingParty(publicUrl());
  let name: string | null = null;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyRegistrationResponse({
    response: {
      ...credentialOf(passkey.id),
      response: { clientDataJSON: passkey.client_data, attestationObject: passkey.attestation },
    },
    expectedChallenge: (challenge) => {
      name = openChallengeToAdd(secretKey, { challenge, staffId }, now);
      return name !== null;
    },
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!checked?.verified || name === null) throw new AppError('invalid_credentials');
  const { credential } = checked.registrationInfo;
  return {
    name,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    signatures: credential.counter,
  };
}

const credentialOf = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} });
