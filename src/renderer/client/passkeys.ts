import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import type { PasskeyAnswer } from '../../../daemon/contract/passkey-fields.ts';
import type { CallInput } from '../../preload/api.ts';
import { passkeys as t } from '../texts/passkeys.ts';
import { ask, Refused } from './ask.ts';
import { bridge } from './bridge.ts';

/** Asks the person for one of their passkeys. Throws `Refused` if the daemon or the person refuses. */
export async function askForPasskey(): Promise<PasskeyAnswer> {
  const optionsJSON = await ask('challengePasskey');
  const { id, response } = await startAuthentication({ optionsJSON }).catch(refuse);
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature };
}

/** Creates a passkey on the person's device and adds it to their account. */
export async function addPasskey(fields: CallInput<Endpoints['startPasskey']>['body']) {
  const optionsJSON = await ask('startPasskey', { body: fields });
  const { id, response } = await startRegistration({ optionsJSON }).catch(refuse);
  return ask('addPasskey', {
    body: { id, client_data: response.clientDataJSON, attestation: response.attestationObject },
  });
}

export const OWN_PASSKEYS = queryOptions({ queryKey: ['own-passkeys'], queryFn: () => ask('listOwnPasskeys') });

/** Checks whether the browser and the daemon allow passkeys. */
export const mayAddPasskeys = (own: AnswerOf<Endpoints['listOwnPasskeys']> | undefined): boolean =>
  own?.is_available === true && bridge.signInWithPasskey !== undefined;

function refuse(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  const detail = t.faults[name] ?? t.faults.NotAllowedError ?? name;
  throw new Refused({ code: 'no_passkey', status: 0, detail });
}
