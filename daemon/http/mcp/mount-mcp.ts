import type { Express, Request, Response } from 'express';
import type { AppDeps } from '../app-deps.ts';
import { type HttpRequest, jsonAnswer, problemAnswer } from '../messages.ts';
import { methodNotAllowed } from '../preflight.ts';
import { requestIdOf } from '../request-id.ts';
import { send, serve } from '../traffic.ts';
import { askWithin } from './ask.ts';

/**
 * Mounts the MCP server at `/mcp`. Staff call it with an access token. The server is stateless, so any daemon can answer
 * any request.
 */
export function mountMcp(app: Express, { answer, traffic }: Pick<AppDeps, 'answer' | 'traffic'>): void {
  app.post('/mcp', (request: Request, response: Response) =>
    serve(traffic, request, response, {}, (asked) => answerMcp(answer, asked)),
  );
  app.all('/mcp', (request: Request, response: Response) =>
    send(traffic, response, methodNotAllowed(['POST'], requestIdOf(request.headers))),
  );
}

async function answerMcp(answer: AppDeps['answer'], asked: HttpRequest) {
  const { requestId, headers, body } = asked;
  if (body === null) return problemAnswer({ code: 'body_too_large' }, requestId);
  const ask = askWithin(answer, asked);
  const session = await ask('getSession');
  if (!session.ok) {
    const refused = jsonAnswer(requestId, session.body.status, JSON.stringify(session.body));
    if (session.body.status === 401) refused.headers['WWW-Authenticate'] = 'Bearer';
    return refused;
  }
  // The server is loaded when it is first used, because most daemons never need it.
  const { answerOnce } = await import('./mcp-server.ts');
  const { accept = '', 'content-type': type = '' } = headers;
  const reply = await answerOnce(ask, { accept, 'content-type': type }, body);
  const replied = jsonAnswer(requestId, reply.status, await reply.text());
  replied.headers['Content-Type'] = reply.headers.get('content-type') ?? 'application/json';
  return replied;
}
