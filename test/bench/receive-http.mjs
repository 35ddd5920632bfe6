// A minimal receiver of webhooks. GET returns how many messages arrived, and how many distinct ones.
import { createServer } from 'node:http';

let received = 0;
const ids = new Set();
const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end(JSON.stringify({ received, different: ids.size }));
  request.resume();
  request.on('end', () => {
    received += 1;
    ids.add(request.headers['webhook-id']);
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`),
);
