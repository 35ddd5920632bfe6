import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider, { type JWK } from 'oidc-provider';
import { listen } from '../servers/listen.ts';

/** A person at the company. Tests change these fields while the provider runs. */
export interface Colleague {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  groups: string[];
}

/** A company's OpenID Connect provider, `oidc-provider`, on this machine. */
export interface CompanyProvider {
  issuer: string;
  /** The settings of a daemon that uses this provider. */
  env: Record<string, string>;
  people: Map<string, Colleague>;
  /** The person whom the provider signs in without asking, as if the browser had a session there. */
  present: { sub: string };
  /** Changes each ID token before it is signed again with the provider's own key or with `forgedKey`. */
  tamper: ((claims: Record<string, unknown>) => Record<string, unknown>) | null;
  /** A key other than the one that the provider publishes. */
  forgedKey: KeyObject | null;
  /** Whether the provider responds to every request with 503. */
  isDown: boolean;
  /** Each request's method and path. */
  requests: string[];
  /** Replaces the key that signs ID tokens. */
  rotateKeys(): void;
  close(): Promise<void>;
}

const CLIENT = { id: 'redeemd', secret: 'the-secret-of-the-client-of-redeemd' };
const GROUP_ROLES = 'owner=admins,live_ops=game-liveops,finance=finance-team,viewer=everyone';

export const colleague = (sub: string, groups: string[], more: Partial<Colleague> = {}): Colleague => ({
  ...{
    sub,
    groups,
    email: `${sub}@company.test`,
    email_verified: true,
    name: `${sub[0]?.toUpperCase()}${sub.slice(1)}`,
  },
  ...more,
});

const newKey = (kid: string) => ({ kid, key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey });

/** Starts a provider with accounts for these people, which signs in the first of them. */
export async function startCompanyProvider(colleagues: Colleague[]): Promise<CompanyProvider> {
  const people = new Map(colleagues.map((person) => [person.sub, person]));
  let key = newKey('first');
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    self.requests.push(`${request.method} ${path.split('?')[0]}`);
    if (self.isDown) return response.writeHead(503).end();
    if (path.startsWith('/token')) changeTokens(response);
    return handle(request, response);
  });
  const issuer = await listen(server);

  const start = () => {
    const provider = createOidc(issuer, people, key);
    const callback = provider.callback();
    handle = async (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return callback(request, response);
      await answerInteraction(provider, self.present, request, response);
    };
  };

  /** Signs ID tokens again if the test changes their content or their key. */
  function changeTokens(response: ServerResponse) {
    const end = response.end.bind(response) as (body?: unknown) => ServerResponse;
    response.end = ((body?: unknown) => {
      if (!self.tamper && !self.forgedKey) return end(body);
      const tokens = JSON.parse(String(body));
      if (!tokens.id_token) return end(body);
      const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1], 'base64url').toString());
      tokens.id_token = signed({ kid: key.kid, key: self.forgedKey ?? key.key }, self.tamper?.(claims) ?? claims);
      const changed = JSON.stringify(tokens);
      response.setHeader('Content-Length', Buffer.byteLength(changed));
      return end(changed);
    }) as typeof response.end;
  }

  const self: CompanyProvider = {
    issuer,
    env: {
      REDEEMD_OIDC_ISSUER: issuer,
      REDEEMD_OIDC_CLIENT_ID: CLIENT.id,
      REDEEMD_OIDC_CLIENT_SECRET: CLIENT.secret,
      REDEEMD_OIDC_ROLES: GROUP_ROLES,
    },
    people,
    present: { sub: colleagues[0]?.sub ?? '' },
    tamper: null,
    forgedKey: null,
    isDown: false,
    requests: [],
    rotateKeys() {
      key = newKey('second');
      start();
    },
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  start();
  return self;
}

/** Signs a person in and grants the client everything that it requests, as if the person had agreed. */
async function answerInteraction(
  provider: Provider,
  present: { sub: string },
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { prompt, params, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login')
    return provider.interactionFinished(request, response, { login: { accountId: present.sub } });
  const grant =
    (grantId && (await provider.Grant.find(grantId))) ||
    new provider.Grant({ accountId: present.sub, clientId: String(params.client_id) });
  grant.addOIDCScope('openid email profile offline_access');
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

function createOidc(
  issuer: string,
  people: ReadonlyMap<string, Colleague>,
  { kid, key }: ReturnType<typeof newKey>,
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ['http://127.0.0.1/portal/company/callback'],
        application_type: 'native',
        grant_types: ['authorization_code', 'refresh_token'],
        id_token_signed_response_alg: 'ES256',
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' } as JWK] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    scopes: ['openid', 'offline_access'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key for the cookies of the tests'] },
    ttl: { AccessToken: 3600, IdToken: 3600, RefreshToken: 86_400, Session: 3600, Grant: 86_400, Interaction: 600 },
    findAccount: (_context, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: async () => ({ ...person }) };
    },
    rotateRefreshToken: true,
  });
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed({ kid, key }: { kid: string; key: KeyObject }, claims: Record<string, unknown>): string {
  const text = `${part({ alg: 'ES256', kid, typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
