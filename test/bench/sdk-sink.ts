import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stored } from '../support/sdk/sdk-judge.ts';
import type { SdkReceiver } from '../support/sdk/sdk-stage.ts';
import type { Peer } from './sdk-peers.ts';

/** Replaces another SDK's server, which cannot be reached. It accepts every event and stores a repeated ID once. */
export async function startSink(peer: Peer): Promise<SdkReceiver & { close(): Promise<void> }> {
  const stored: Stored[] = [];
  const known = new Set<string>();
  const server = createServer((request, response) => {
    void bytesOf(request).then((body) => {
      if (request.method === 'POST') take(body);
      const { origin = '*', 'access-control-request-headers': asked = '*' } = request.headers;
      response.writeHead(200, {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Allow-Headers': asked,
        'Access-Control-Max-Age': '600',
        'Content-Type': 'application/json',
      });
      response.end(request.url?.startsWith('/track') ? '{"status":1,"error":null}' : '{}');
    });
  });
  function take(body: Buffer) {
    for (const { mark, id } of peer.read(body)) {
      // The SDK's server cannot detect repeats of an event that has no ID.
      if (id !== '' && known.has(id)) continue;
      known.add(id);
      if (mark !== '') stored.push({ mark });
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stored: async () => [...stored],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
