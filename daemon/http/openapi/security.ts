import type { Access, Endpoint } from '../../contract/endpoint.ts';
import { cookieName } from '../../domain/session-cookies.ts';

export const securitySchemes = (publicUrl: string) => ({
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  staff: { type: 'http', scheme: 'bearer', description: 'The token from POST /v1/admin/session.' },
  staffCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName('staff', publicUrl),
    description: 'A browser session, from POST /v1/admin/session with cookie: true.',
  },
  creator: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token from POST /v1/creator/session, or an embed token.',
  },
  creatorCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName('creator', publicUrl),
    description: 'A browser session, from POST /v1/creator/session with cookie: true.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'The csrf_token of the session. Requests with the cookie need it unless they are GET requests.',
  },
});

/** Returns the alternatives for OpenAPI: a request must satisfy all schemes of one entry. */
export function securityOf({ access, method }: Endpoint): Record<string, never[]>[] {
  if (access.kind === 'public') return [];
  if (access.kind === 'key') return [{ apiKey: [] }];
  const csrf: Record<string, never[]> = method === 'GET' ? {} : { csrf: [] };
  if (access.kind === 'creator') return [{ creator: [] }, { creatorCookie: [], ...csrf }];
  return [{ staff: [] }, { staffCookie: [], ...csrf }];
}

export function whoMay(access: Access): string {
  if (access.kind === 'public') return 'Does not require authentication.';
  if (access.kind === 'staff') return `Staff with the role ${access.roles.join(', ').replace(/, (\w+)$/, ' or $1')}.`;
  if (access.kind === 'creator') return 'The creator of the session, for their own data only.';
  return `API keys of kind ${access.keys.join(' or ')} with the scope ${access.scopes.join(' or ')}.`;
}
