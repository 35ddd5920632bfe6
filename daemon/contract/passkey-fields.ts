import { z } from 'zod';

/** Bytes in base64url, as in WebAuthn's JSON. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

/**
 * A device's response to a challenge (`PublicKeyCredential.toJSON`), without the parts that the daemon does not use.
 */
export const passkeyAnswer = z.strictObject({
  id: bytes(1400),
  client_data: bytes(4000),
  authenticator_data: bytes(4000),
  signature: bytes(4000),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** A device's response when it creates a passkey. */
export const newPasskey = z.strictObject({
  id: bytes(1400),
  client_data: bytes(4000),
  attestation: bytes(16_000),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** The options for `navigator.credentials.get` (`PublicKeyCredentialRequestOptionsJSON`). */
export const passkeyChallenge = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** How long the challenge is valid, in milliseconds. */
  timeout: z.number(),
  userVerification: z.literal('required'),
});

/** The options for `navigator.credentials.create` (`PublicKeyCredentialCreationOptionsJSON`). */
export const newPasskeyChallenge = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  /** The person's passkeys, so that a device that has one does not create another. */
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
