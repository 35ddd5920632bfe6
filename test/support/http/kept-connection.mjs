// A connection that sends one request after the other and parses only the necessary parts of the responses, so that a
// process with thousands of connections measures the server instead of itself.
import { connect } from 'node:net';

/**
 * @typedef {object} KeptConnection
 * @property {import('node:net').Socket} socket
 * @property {number} sentAt 0 while no response is due
 * @property {string} got
 *
 * @typedef {object} Listener
 * @property {(connection: KeptConnection, status: string, closes: boolean) => void} onAnswer
 * @property {(connection: KeptConnection) => void} onClose
 */

/**
 * @param {import('node:net').TcpNetConnectOpts} to
 * @param {Listener} listener
 * @returns {KeptConnection}
 */
export function openConnection(to, { onAnswer, onClose }) {
  const socket = connect(to);
  /** @type {KeptConnection} */
  const connection = { socket, sentAt: 0, got: '' };
  socket.setNoDelay(true);
  socket.on('data', (chunk) => {
    connection.got += chunk.toString('latin1');
    const head = connection.got.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(connection.got)?.[1] ?? 0);
    if (connection.got.length < head + 4 + length) return;
    const status = connection.got.slice(9, 12);
    const closes = /connection: close/i.test(connection.got.slice(0, head));
    connection.got = '';
    onAnswer(connection, status, closes);
  });
  socket.on('error', () => {});
  socket.on('close', () => onClose(connection));
  return connection;
}

/**
 * Returns a function that creates the text of a POST from its body. It joins the constant parts only once.
 * @param {string} path
 * @param {Record<string, string>} headers
 */
export function postTo(path, headers) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${path} HTTP/1.1\r\n${lines.join('')}Content-Length: `;
  return (/** @type {string} */ body) => `${head}${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
