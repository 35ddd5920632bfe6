import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import type { NewPasskey, PasskeyAnswer } from '../../../daemon/contract/passkey-fields.ts';
import { passkeys as t } from '../texts/passkeys.ts';
import { ask, Refused } from './ask.ts';

/** Asks the person for one of their passkeys. Throws `Refused` if the daemon or the person refuses. */
export async function askForPasskey(): Promise<PasskeyAnswer> {
  const optionsJSON = await ask('challengePasskey');
  const { id, response } = await startAuthentication({ optionsJSON }).catch(refuse);
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature };
}

/** Creates a passkey on the person's device. */
export async function createPasskey(optionsJSON: AnswerOf<Endpoints['startPasskey']>): Promise<NewPasskey> {
  const { id, response } = await startRegistration({ optionsJSON }).catch(refuse);
  return { id, client_data: response.clientDataJSON, attestation: response.attestationObject };
}

function refuse(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  const detail = t.faults[name] ?? t.faults.NotAllowedError ?? name;
  throw new Refused({ code: 'no_passkey', status: 0, detail });
}
