import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// If the daemon and a proxy disagreed about where a request ends, the daemon could treat part of one client's body as
// a request from another client.

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon?.close());

/** Returns the statuses that arrive until the daemon closes the connection. */
function statusesOf(bytes: string, isHalfClosed = false): Promise<number[]> {
  const { hostname, port } = new URL(daemon.url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1');
      resolve([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)));
    });
    socket.write(Buffer.from(bytes, 'latin1'));
    if (isHalfClosed) socket.end();
  });
}

const INNER = 'GET /healthz HTTP/1.1\r\nHost: inner\r\nConnection: close\r\n\r\n';
const LENGTH = INNER.length;
const CHUNKED = `0\r\n\r\n${INNER}`;
const REDEEM = 'POST /v1/redemption-codes/use/redeem HTTP/1.1';
const GET = 'GET /healthz HTTP/1.1';

interface Sent {
  start?: string;
  /** If absent, the request has one Host header. */
  host?: string;
  headers?: string[];
  body?: string;
}

/** Requests with the expected statuses: one for each request that the daemon reads until it closes the connection. */
const CASES: [string, Sent, number[]][] = [
  [
    'a length and chunks',
    { headers: [`Content-Length: ${LENGTH}`, 'Transfer-Encoding: chunked'], body: CHUNKED },
    [400],
  ],
  ['chunks and a length', { headers: ['Transfer-Encoding: chunked', 'Content-Length: 5'], body: CHUNKED }, [400]],
  ['two lengths', { headers: ['Content-Length: 0', `Content-Length: ${LENGTH}`] }, [400]],
  ['the same length twice', { headers: [`Content-Length: ${LENGTH}`, `Content-Length: ${LENGTH}`] }, [400]],
  ...['0x28', '+5', '-1', '5, 5', '1 5', '', '99999999999999999999', '5\t5', '5;'].map(
    (length): [string, Sent, number[]] => [`the length "${length}"`, { headers: [`Content-Length: ${length}`] }, [400]],
  ),
  ...[
    ...[
      'identity',
      'gzip',
      'chunked, identity',
      'xchunked',
      '\x0bchunked',
      'gzip, chunked',
      'chunked, chunked',
      'chunked;a',
    ],
    ...['"chunked"', 'chunked\0', ', chunked'],
  ].map((coding): [string, Sent, number[]] => [
    `the transfer coding ${JSON.stringify(coding)}`,
    { headers: [`Transfer-Encoding: ${coding}`], body: CHUNKED },
    [400],
  ]),
  ['two codings', { headers: ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], body: CHUNKED }, [400]],
  [
    'the same coding twice',
    { headers: ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], body: CHUNKED },
    [400],
  ],
  ['a space before the colon', { headers: ['Transfer-Encoding : chunked'], body: CHUNKED }, [400]],
  ['a coding on the next line', { headers: ['Transfer-Encoding:', ' chunked'], body: CHUNKED }, [400]],
  ['a header that continues on a second line', { headers: ['X: a', ` Content-Length: ${LENGTH}`] }, [400]],
  ['a space before a header', { headers: [` Content-Length: ${LENGTH}`] }, [400]],
  ['a NUL in a value', { headers: ['X: a\0b'] }, [400]],
  ['a NUL in a name', { headers: ['X\0: a'] }, [400]],
  ['a bare carriage return', { headers: [`X: a\rContent-Length: ${LENGTH}`] }, [400]],
  ['a bare line feed', { headers: [`X: a\nContent-Length: ${LENGTH}`] }, [400]],
  ['a header without a colon', { headers: ['Xab'] }, [400]],
  ...['0x5', '-1', 'FFFFFFFFFFFFFFFFF', '5 ', '', 'g'].map((size): [string, Sent, number[]] => [
    `a chunk of size "${size}"`,
    { headers: ['Transfer-Encoding: chunked'], body: `${size}\r\nhello\r\n${CHUNKED}` },
    [400],
  ]),
  [
    'a chunk size with a bare line feed',
    { headers: ['Transfer-Encoding: chunked'], body: `5\nhello\r\n${CHUNKED}` },
    [400],
  ],
  ['a chunk with a bare line feed', { headers: ['Transfer-Encoding: chunked'], body: `5\r\nhello\n${CHUNKED}` }, [400]],
  [
    'a chunk longer than its size',
    { headers: ['Transfer-Encoding: chunked'], body: `5\r\nhello!!\r\n${CHUNKED}` },
    [400],
  ],
  [
    'a line feed in an extension',
    { headers: ['Transfer-Encoding: chunked'], body: `5;a\nb\r\nhello\r\n${CHUNKED}` },
    [400],
  ],
  [
    'a length in the trailer',
    { headers: ['Transfer-Encoding: chunked'], body: `0\r\nContent-Length: 5\r\n\r\n${INNER}` },
    [400],
  ],
  [
    'HTTP/1.0 with chunks',
    { start: 'POST /healthz HTTP/1.0', headers: ['Transfer-Encoding: chunked'], body: CHUNKED },
    [400],
  ],
  ['HTTP/1.9', { start: 'GET /healthz HTTP/1.9' }, [400]],
  ['HTTP/2.0', { start: 'GET /healthz HTTP/2.0', body: INNER }, [400]],
  ['a tab in the request line', { start: 'GET\t/healthz HTTP/1.1' }, [400]],
  ['two hosts', { start: GET, headers: ['Host: other'], body: INNER }, [400]],
  ['the same host twice', { start: GET, headers: ['host: x'], body: INNER }, [400]],
  ['no host', { start: GET, host: '' }, [400]],
  ['a host on the next line', { start: GET, host: 'Host:\r\n x\r\n' }, [400]],
  ['an unknown expectation', { headers: ['Expect: other', 'Connection: close', `Content-Length: ${LENGTH}`] }, [417]],
  ['a tunnel', { start: 'CONNECT inner:80 HTTP/1.1' }, []],
  ['a body in a GET', { start: GET, headers: ['Connection: close', `Content-Length: ${LENGTH}`] }, [200]],
  ['an underscore', { headers: [`Content_Length: ${LENGTH}`] }, [401, 200]],
  ['a chunk extension', { headers: ['Transfer-Encoding: chunked'], body: `5;a=b\r\nhello\r\n${CHUNKED}` }, [401, 200]],
  ['a trailer', { headers: ['Transfer-Encoding: chunked'], body: `0\r\nX: y\r\n\r\n${INNER}` }, [401, 200]],
  ['chunks', { headers: ['Transfer-Encoding: Chunked'], body: CHUNKED }, [401, 200]],
  ['two requests', { start: GET, body: `${GET}\r\nHost: x\r\n\r\n${INNER}` }, [200, 200, 200]],
  ['lines before a request', { start: `\r\n\r\n${GET}` }, [200, 200]],
];

const bytesOf = ({ start = REDEEM, host = 'Host: x\r\n', headers = [], body = INNER }: Sent, more: number) =>
  `${start}\r\n${host}${'a:b\r\n'.repeat(more)}${headers.map((line) => `${line}\r\n`).join('')}\r\n${body}`;

describe.each([0, 90])('requests with %i more headers', (more) => {
  it.each(CASES)('%s', async (_, sent, expected) => {
    expect(await statusesOf(bytesOf(sent, more))).toEqual(expected);
  });
});

describe.each([200, 1001, 2500])('requests with %i more headers, which are too many', (more) => {
  it.each(CASES)('%s', async (_, sent, [first]) => {
    const statuses = await statusesOf(bytesOf(sent, more));
    if (first === undefined) return expect(statuses).toEqual([]);
    expect(statuses).toHaveLength(1);
    // If the parser refuses the head before it counts the headers, the status is the parser's.
    expect([first === 200 || first === 401 ? 431 : first, 431]).toContain(statuses[0]);
  });
});

describe('requests from a client that closes its side of the connection after its last byte', () => {
  it.each<[string, string, number[]]>([
    ['a request', `${GET}\r\nHost: x\r\n\r\n`, [200]],
    ['two requests', `${GET}\r\nHost: x\r\n\r\n${INNER}`, [200, 200]],
    ['a request with a body', bytesOf({ headers: [`Content-Length: ${LENGTH}`] }, 0), [401]],
    ['half of a head', `${GET}\r\nHost: x\r\nX: `, [400]],
    ['a body that is shorter than its length', bytesOf({ headers: [`Content-Length: ${LENGTH + 1}`] }, 0), [400]],
    ['chunks without an end', bytesOf({ headers: ['Transfer-Encoding: chunked'], body: '5\r\nhello\r\n' }, 0), [400]],
    ['no byte', '', []],
  ])('%s', async (_, bytes, expected) => {
    expect(await statusesOf(bytes, true)).toEqual(expected);
  });
});
