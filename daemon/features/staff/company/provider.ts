import * as oidc from 'openid-client';
import type { Role } from '../../../contract/endpoint.ts';
import type { GroupRole } from '../../../contract/group-role.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type Claims, isWhole, nameOf, rolesOf, verifiedEmailOf } from './claims-rules.ts';
import { ProviderFault, providerFault } from './provider-fault.ts';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which uses only PKCE. */
  clientSecret: string | undefined;
  scopes: readonly string[];
  groupRoles: readonly GroupRole[];
}

/** Data kept in the person's browser until the provider sends the person back. */
export interface Pending {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The tokens needed for the next check of a person's groups. */
export interface Grant {
  accessToken: string;
  refreshToken?: string | undefined;
}

/** A person as the provider describes them. */
export interface CompanyPerson {
  issuer: string;
  /** The provider's ID for the person, which never changes. */
  subject: string;
  /** Null if the provider has not verified the address. */
  email: string | null;
  name: string;
  /** The roles for the person's groups, highest first. */
  roles: Role[];
  grant: Grant;
}

/** The company's OpenID Connect provider. Each function can throw a `ProviderFault`. */
export interface Provider {
  issuer: string;
  /** Reads the provider's configuration document, unless it was read recently. */
  check(): Promise<void>;
  /** Returns the provider's page on which the person signs in. */
  begin(redirectUri: string): Promise<{ url: string; pending: Pending }>;
  /** @param callback the whole URL to which the provider sent the person back */
  finish(callback: URL, pending: Pending): Promise<CompanyPerson>;
  /** Returns the person's current roles, and the tokens for the next check. */
  renew(grant: Grant, subject: string): Promise<{ roles: Role[]; grant: Grant }>;
}

const TIMEOUT_S = 5;
const FRESH_MS = 30_000;
/** After a failure, the document is read again sooner, but not once for each person who is waiting. */
const FAILED_MS = 2000;

export function createProvider(settings: ProviderSettings, clock: Clock): Provider {
  const { issuer, scopes, groupRoles } = settings;
  const discovered = createDiscovery(settings, clock);
  const guarded = async <T>(ask: (config: oidc.Configuration) => Promise<T>): Promise<T> => {
    const config = await discovered();
    return await ask(config).catch((error) => {
      throw providerFault(error);
    });
  };
  return {
    issuer,
    check: async () => void (await discovered()),
    begin: (redirectUri) => guarded((config) => beginAt(config, { redirectUri, scopes })),
    finish: (callback, { state, nonce, codeVerifier }) =>
      guarded(async (config) => {
        const tokens = await oidc.authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const subject = String(tokens.claims()?.sub);
        const claims = await claimsOf(config, tokens, subject);
        const email = verifiedEmailOf(claims);
        return {
          ...{ issuer, subject, email },
          name: nameOf(claims, email ?? subject),
          roles: rolesOf(claims, groupRoles),
          grant: grantOf(tokens),
        };
      }),
    renew: ({ accessToken, refreshToken }, subject) =>
      guarded(async (config) => {
        if (refreshToken === undefined) {
          const claims = await oidc.fetchUserInfo(config, accessToken, subject);
          return { roles: rolesOf(claims, groupRoles), grant: { accessToken } };
        }
        const tokens = await oidc.refreshTokenGrant(config, refreshToken);
        const claims = await claimsOf(config, tokens, subject);
        return { roles: rolesOf(claims, groupRoles), grant: { refreshToken, ...grantOf(tokens) } };
      }),
  };
}

async function beginAt(
  config: oidc.Configuration,
  { redirectUri, scopes }: { redirectUri: string; scopes: readonly string[] },
) {
  const pending = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    codeVerifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: 'S256',
    // For this scope, providers issue a refresh token only with the person's consent.
    ...(scopes.includes('offline_access') && { prompt: 'consent' }),
  });
  return { url: url.href, pending };
}

type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;

/** A provider may send a new refresh token each time, or none if the previous one stays valid. */
const grantOf = ({ access_token, refresh_token }: Tokens): Grant => ({
  accessToken: access_token,
  ...(refresh_token !== undefined && { refreshToken: refresh_token }),
});

/** Combines the claims from the ID token and the userinfo endpoint. Both must be about the same person. */
async function claimsOf(config: oidc.Configuration, tokens: Tokens, subject: string): Promise<Claims> {
  const inToken: Claims = tokens.claims() ?? {};
  if (inToken.sub !== undefined && inToken.sub !== subject)
    throw new ProviderFault('refused', new Error('The token is about another person'));
  if (isWhole(inToken) || !config.serverMetadata().userinfo_endpoint) return inToken;
  return { ...(await oidc.fetchUserInfo(config, tokens.access_token, subject)), ...inToken };
}

/** Returns a function that reads the provider's configuration document, unless it was read recently. */
function createDiscovery({ issuer, clientId, clientSecret }: ProviderSettings, clock: Clock) {
  let last: { at: number; read: Promise<oidc.ServerMetadata>; isFailed: boolean } | null = null;
  const isHttp = issuer.startsWith('http:');
  const read = async () => {
    const execute = isHttp ? [oidc.allowInsecureRequests] : [];
    const found = await oidc.discovery(new URL(issuer), clientId, undefined, undefined, {
      timeout: TIMEOUT_S,
      execute,
    });
    return found.serverMetadata();
  };
  const current = () => {
    const now = clock();
    if (last && Math.abs(now - last.at) < (last.isFailed ? FAILED_MS : FRESH_MS)) return last.read;
    const mine = { at: now, read: read(), isFailed: false };
    mine.read.catch(() => {
      mine.isFailed = true;
    });
    last = mine;
    return mine.read;
  };
  return async (): Promise<oidc.Configuration> => {
    const server = await current().catch((error) => {
      throw new ProviderFault('down', error);
    });
    const metadata = { [oidc.clockSkew]: Math.round((clock() - Date.now()) / 1000) };
    const config = new oidc.Configuration(server, clientId, metadata, authOf(server, clientSecret));
    config.timeout = TIMEOUT_S;
    if (isHttp) oidc.allowInsecureRequests(config);
    // The signature is checked even though the token arrives over TLS, so that keys that the provider has withdrawn
    // cannot be used.
    oidc.enableNonRepudiationChecks(config);
    return config;
  };
}

/** If the provider does not list its authentication methods, OpenID Connect prescribes the `Authorization` header. */
function authOf(server: oidc.ServerMetadata, clientSecret: string | undefined): oidc.ClientAuth {
  if (clientSecret === undefined) return oidc.None();
  const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return ways.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(clientSecret)
    : oidc.ClientSecretPost(clientSecret);
}
