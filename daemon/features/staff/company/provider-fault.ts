import * as oidc from 'openid-client';

/** Why a provider did not sign a person in. */
export class ProviderFault extends Error {
  /**
   * `refused`: the provider, or what it sent, does not prove who the person is. `down`: there was no usable response.
   */
  readonly kind: 'refused' | 'down';
  constructor(kind: ProviderFault['kind'], cause: unknown) {
    super(`The provider ${kind === 'down' ? 'is not responding correctly' : 'refused the sign-in'}`, { cause });
    this.kind = kind;
  }
}

/** Errors that mean that the provider does not know the client. A person who is signing in cannot fix them. */
const WRONG_CLIENT = ['invalid_client', 'unauthorized_client'];
const BRIEF = ['server_error', 'temporarily_unavailable'];
/**
 * The errors of openid-client for a token that is forged, expired, for another client, or signed with an unknown key.
 */
const NO_PROOF = [
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_UNSUPPORTED_OPERATION',
];

export function providerFault(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  return new ProviderFault(isRefusal(error) ? 'refused' : 'down', error);
}

function isRefusal(error: unknown): boolean {
  if (error instanceof oidc.WWWAuthenticateChallengeError) return error.status < 500;
  if (error instanceof oidc.AuthorizationResponseError) return !BRIEF.includes(error.error);
  if (error instanceof oidc.ResponseBodyError)
    return error.status < 500 && ![...WRONG_CLIENT, ...BRIEF].includes(error.error);
  return error instanceof oidc.ClientError && NO_PROOF.includes(error.code ?? '');
}
