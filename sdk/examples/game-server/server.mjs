// A small game server. Players log in with the code from their link, buy things and get refunds, and the daemon's
// messages arrive at /webhook. A real game keeps in a database what this one keeps in memory.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { EventsBaseURL, GameServer, InvalidWebhook, isRefusal, verifyWebhook } from 'service-sdk/server';

const { REDEEMD_KEY = '', WEBHOOK_SECRET = '', PORT = '3000' } = process.env;
const redeemd = new GameServer(REDEEMD_KEY, EventsBaseURL.EVENTS_PROD);
/** @type {Map<string, { gold: number }>} */
const players = new Map();
/** The IDs of the redemptions whose rewards were granted. */
const granted = new Set();
/** The IDs of the messages that were received. */
const received = new Set();

const routes = {
  /** `{player, code?}`: logs a player in and redeems the code from the player's link. */
  async '/login'({ player, code }) {
    if (!players.has(player)) players.set(player, { gold: 0 });
    const refusal = code ? await redeem(player, code) : undefined;
    return { player, ...players.get(player), ...(refusal && { refusal }) };
  },
  /** `{player, order, amount}`: reports what a player paid. */
  '/buy': ({ player, order, amount }) => report({ transaction_id: order, event: { user_id: player, amount } }),
  /** `{player, order, refund, amount}`: reports that a player got money back for an order. */
  '/refund': ({ player, order, refund, amount }) =>
    report({ transaction_id: refund, refund_of: order, event: { user_id: player, amount: -amount } }),
};

/** @returns the sentence to show to the player if the code was refused */
async function redeem(player, code) {
  try {
    // The same player and code always have the same key, so a login that is sent twice redeems the code once.
    const idempotencyKey = `${player} ${code}`;
    const { redemption_id, rewards } = await redeemd.redeem({ user_id: player, code }, { idempotencyKey });
    grant(player, redemption_id, rewards);
    await redeemd.report({ redemption_id, status: 'granted' });
  } catch (error) {
    if (isRefusal(error, 'already_redeemed')) return undefined;
    if (isRefusal(error)) return error.message;
    throw error;
  }
}

function grant(player, redemption_id, rewards) {
  if (granted.has(redemption_id)) return;
  granted.add(redemption_id);
  for (const { gold = 0 } of rewards) players.get(player).gold += gold;
}

const report = (payment) =>
  redeemd.sendEvents({
    events: [{ event_type: 'payment', created_at: new Date().toISOString(), game_id: 'my_game', ...payment }],
  });

async function receive(body, headers) {
  const message = await verifyWebhook(body, headers, WEBHOOK_SECRET);
  if (received.has(headers['webhook-id'])) return;
  received.add(headers['webhook-id']);
  console.log(`${message.type} ${JSON.stringify(message.data)}`);
}

const server = createServer(async (request, response) => {
  const send = (status, body) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body && JSON.stringify(body));
  try {
    const body = await text(request);
    if (request.url === '/webhook') {
      await receive(body, request.headers);
      return send(204);
    }
    const route = request.method === 'POST' && routes[request.url];
    send(route ? 200 : 404, route ? await route(JSON.parse(body)) : { detail: 'There is no such route.' });
  } catch (error) {
    const isCallers = error instanceof InvalidWebhook || error instanceof SyntaxError || isRefusal(error);
    send(isCallers ? 400 : 500, { detail: error.message });
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${server.address().port}`));
