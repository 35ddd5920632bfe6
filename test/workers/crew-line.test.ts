import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../daemon/contract/refusals.ts';
import type { KeyPrincipal } from '../../daemon/contract/route.ts';
import { getCurrency } from '../../daemon/features/payments/payment-store.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { createHotBatches } from '../../daemon/hot/hot-batches.ts';
import { createLimits } from '../../daemon/http/limits.ts';
import { createTraffic } from '../../daemon/http/traffic.ts';
import { type CrewServices, createCrewAnswers } from '../../daemon/http/workers/answer-crew.ts';
import type { ToDaemon, ToWorker } from '../../daemon/http/workers/crew-messages.ts';
import { receiveMessages, sendMessage } from '../../daemon/http/workers/line.ts';
import { createRemoteDaemon, type RemoteDaemon } from '../../daemon/http/workers/remote-daemon.ts';
import { Unavailable } from '../../daemon/lib/unavailable.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// The line between a worker and the daemon, over real sockets and a real database.

let daemon: TestDaemon;
let folder: string;
const sockets: Socket[] = [];
const server = createServer();
beforeAll(async () => {
  daemon = await startTestDaemon();
  folder = mkdtempSync(join(tmpdir(), 'redeemd-line-'));
  await new Promise<void>((resolve) => server.listen(join(folder, 'line'), resolve));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  rmSync(folder, { recursive: true, force: true });
  await daemon?.close();
});

/** @returns the ends of a line: the worker's, and the daemon's */
async function connected(): Promise<[Socket, Socket]> {
  const taken = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const ends: [Socket, Socket] = [connect(join(folder, 'line')), await taken];
  sockets.push(...ends);
  return ends;
}

const services = (change: Partial<CrewServices> = {}): CrewServices => ({
  hot: createHotBatches({ store: createHotStore(daemon.db), clock: Date.now, observe() {} }),
  keys: { readKeys: async () => [], writeLastUses: async () => {} },
  countRequest: createLimits().countRequest,
  readCurrency: () => daemon.db.read(getCurrency),
  tellWrite() {},
  wrote() {},
  traffic: createTraffic({ maxUnderWay: 10, maxFiles: 10, trustedHops: 0, stallMs: 0 }),
  ...change,
});

async function remoteOver(answersOver: ReturnType<typeof createCrewAnswers>): Promise<RemoteDaemon> {
  const [own, far] = await connected();
  const answer = answersOver(far);
  receiveMessages<ToDaemon>(far, (message) => message.kind === 'ask' && answer(message.first, message.questions));
  const remote = createRemoteDaemon(own);
  receiveMessages<ToWorker>(own, (message) => message.kind === 'answers' && remote.settle(message));
  return remote;
}

const redeemItem = (userId: string, code: string) => ({
  ...{ mode: 'redeem' as const, userId, typed: code, norm: code, keyId: 1, familyId: 1, gameId: '', requestId: userId },
});

it('messages arrive whole and in order, however the bytes are cut', async () => {
  const [own, far] = await connected();
  const got: { n: number; text: string; amount: bigint }[] = [];
  const end = new Promise<void>((resolve) => {
    receiveMessages<(typeof got)[0]>(far, (message) => got.push(message) === 201 && resolve());
  });
  const texts = Array.from({ length: 200 }, (_, n) => 'ü✓'.repeat(n * n));
  for (const [n, text] of texts.entries()) sendMessage(own, { n, text, amount: 2n ** 62n });
  // One that comes byte for byte.
  const pieces: Buffer[] = [];
  sendMessage({ writable: true, write: (bytes: Buffer) => pieces.push(bytes) } as never, {
    n: 200,
    text: 'last',
    amount: -1n,
  });
  for (const byte of Buffer.concat(pieces)) {
    own.write(Buffer.of(byte));
    await new Promise(setImmediate);
  }
  await end;
  expect(got.map(({ n }) => n)).toEqual(Array.from({ length: 201 }, (_, n) => n));
  expect(got.every(({ n, text, amount }) => (n === 200 ? amount === -1n : text === texts[n]))).toBe(true);
});

it('items of two workers share one limit and one batcher, and each gets its own outcome', async () => {
  await addCode(daemon, await runningCampaign(daemon), 'LINE', { usage_limit: 50 });
  const answersOver = createCrewAnswers(services());
  const workers = [await remoteOver(answersOver), await remoteOver(answersOver)];
  const asked = Array.from({ length: 300 }, (_, n) => workers[n % 2]?.hot.redeem(redeemItem(`u${n}`, 'LINE')));
  const outcomes = await Promise.all(asked);
  const granted = outcomes.filter((outcome) => outcome && 'ok' in outcome && outcome.ok);
  const refused = outcomes.filter(
    (outcome) => outcome && 'problem' in outcome && outcome.problem.code === 'limit_reached',
  );
  expect([granted.length, refused.length]).toEqual([50, 250]);
  expect(await workers[0]?.readCurrency()).toEqual({ currency: 'USD', digits: 2 });
});

it('the requests of one client count together at all workers, and refusals keep their meaning', async () => {
  const client: KeyPrincipal = {
    ...{ kind: 'key', keyId: 7, familyId: 7, keyKind: 'client', gameId: null, scopes: ['events'] },
  };
  const answersOver = createCrewAnswers(services());
  const workers = [await remoteOver(answersOver), await remoteOver(answersOver)];
  const counts = Array.from({ length: 30_000 }, (_, n) => workers[n % 2]?.countRequest(client, '192.0.2.1'));
  await Promise.all(counts);
  const refusal = await workers[0]?.countRequest(client, '192.0.2.1').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect((refusal as AppError).problem).toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: expect.any(Number),
  });
  await workers[1]?.countRequest(client, '192.0.2.2');
  await workers[1]?.countRequest({ ...client, keyKind: 'server' }, '192.0.2.1');
});

it('a fault of the daemon arrives with its cause, as what the client may try again or may not', async () => {
  const lost = Object.assign(new Error('the disk is gone'), { code: 'SQLITE_IOERR' });
  const failing = (error: Error) => services({ readCurrency: () => Promise.reject(error) });
  const away = await remoteOver(createCrewAnswers(failing(new Unavailable(lost))));
  const unavailable = await away.readCurrency().catch((error: unknown) => error);
  expect(unavailable).toBeInstanceOf(Unavailable);
  expect((unavailable as Error).cause).toMatchObject({ message: 'the disk is gone', code: 'SQLITE_IOERR' });
  const broken = await remoteOver(createCrewAnswers(failing(new TypeError('a fault of ours', { cause: lost }))));
  const fault = await broken.readCurrency().catch((error: unknown) => error);
  expect(fault).toMatchObject({ name: 'TypeError', message: 'a fault of ours', cause: { code: 'SQLITE_IOERR' } });
  expect(fault).not.toBeInstanceOf(Unavailable);
});
