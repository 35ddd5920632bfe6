import * as oidc from 'openid-client';

/** Why a provider did not sign a person in. */
export class ProviderFault extends Error {
  /** `refused`: the provider, or what it sent, does not prove who the person is. `down`: no usable response came. */
  readonly kind: 'refused' | 'down';
  constructor(kind: ProviderFault['kind'], cause: unknown) {
    super(`The provider ${kind === 'down' ? 'does not respond as it should' : 'refused'}`, { cause });
    this.kind = kind;
  }
}

/** The errors of a client that the provider does not know. A member of staff cannot mend them. */
const WRONG_CLIENT = ['invalid_client', 'unauthorized_client'];
const BRIEF = ['server_error', 'temporarily_unavailable'];
/** What openid-client reports if a token is forged, expired, for another client, or signed with an unknown key. */
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
