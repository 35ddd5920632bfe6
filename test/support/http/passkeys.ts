import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { done, type TestClient } from './test-client.ts';

/** The address of daemons whose staff use passkeys. */
export const PUBLIC_URL = 'https://codes.example.com';

interface Challenge {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
}
interface Said {
  /** The origin of the page that the browser shows. */
  origin: string;
  /** Whether the person entered a PIN or used a fingerprint. */
  isVerified: boolean;
  rpId: string;
  signatures: number;
}
export type Device = ReturnType<typeof newDevice>;

const base64url = (bytes: Buffer | Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/**
 * Returns a device with one passkey (ECDSA with P-256), which signs as WebAuthn requires. It counts its signatures,
 * starting at `from`. If `from` is 0, it does not count them, like a passkey that several devices share.
 */
export function newDevice(origin: string, { from = 0 } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let signatures = from;

  const clientData = (type: string, challenge: string, said: Partial<Said>) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: said.origin ?? origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, said: Partial<Said>, credential?: Buffer) => {
    if (from > 0) signatures += 1;
    const flags = 0b1 | (said.isVerified === false ? 0 : 0b100) | (credential ? 0b100_0000 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(said.signatures ?? signatures);
    return Buffer.concat([sha256(said.rpId ?? rpId), Buffer.of(flags), count, credential ?? Buffer.alloc(0)]);
  };

  return {
    id: base64url(credentialId),
    create(options: Challenge, said: Partial<Said> = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // CBOR of a COSE key: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }.
      const [head, betweenXAndY] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
      const cose = Buffer.concat([head, Buffer.from(x, 'base64url'), betweenXAndY, Buffer.from(y, 'base64url')]);
      const noAaguid = Buffer.alloc(16);
      const credential = Buffer.concat([noAaguid, Buffer.of(0, credentialId.length), credentialId, cose]);
      const data = authenticatorData(options.rp?.id ?? '', said, credential);
      // CBOR of { fmt: 'none', attStmt: {}, authData }.
      const start = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
      return {
        id: base64url(credentialId),
        client_data: base64url(clientData('webauthn.create', options.challenge, said)),
        attestation: base64url(Buffer.concat([start, Buffer.of(data.length), data])),
      };
    },
    get(options: Challenge, said: Partial<Said> = {}) {
      const client = clientData('webauthn.get', options.challenge, said);
      const data = authenticatorData(options.rpId ?? '', said);
      const signed = createSign('SHA256').update(Buffer.concat([data, sha256(client)]));
      return {
        id: base64url(credentialId),
        client_data: base64url(client),
        authenticator_data: base64url(data),
        signature: base64url(signed.sign(privateKey)),
      };
    },
  };
}

/** Adds the device's passkey to the account of a member of staff. */
export async function addPasskey(who: { ask: TestClient; password: string }, device: Device) {
  const body = { name: 'Key', password: who.password };
  const options = done(await who.ask.call('startPasskey', { body }));
  return done(await who.ask.call('addPasskey', { body: device.create(options) }));
}
