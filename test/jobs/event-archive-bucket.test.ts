import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { eraseUser } from '../../daemon/features/erasure/erase-user.ts';
import { archiveDays } from '../../daemon/features/event-archive/archive-days.ts';
import { daysOfDatabase } from '../../daemon/features/event-archive/event-days.ts';
import { exportLedger } from '../../daemon/features/ledger-export/export-ledger.ts';
import { dropOldRows } from '../../daemon/features/retention/drop-old-rows.ts';
import { sdkEventItem, storeEvents } from '../support/database/events.ts';
import { damageBody, type Meddling, startBucket } from '../support/world/bucket.ts';
import { onDatabase } from '../support/world/each-database.ts';
import { linesOfDay } from '../support/world/event-files.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21, 2);
const { signal } = new AbortController();
const PART = 'part-000000000000-0000';

onDatabase((database) => {
  let day = Date.UTC(2026, 9, 1);
  const opened: (() => unknown)[] = [];
  let temporary = '';
  beforeAll(async () => {
    await seedOrganisation(database(), NOW);
    temporary = mkdtempSync(join(tmpdir(), 'redeemd-temporary-'));
    vi.stubEnv('TMPDIR', temporary);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(temporary, { recursive: true, force: true });
  });
  // Each test uses a different day.
  beforeEach(async () => {
    day += DAY;
    await database().write(async ({ db, t }) => {
      for (const table of [t.sdk_events, t.sdk_event_hours, t.archived_days]) await db.delete(table);
    });
  });
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  const newBucket = async () => {
    const bucket = await startBucket();
    opened.push(bucket.close);
    return bucket;
  };
  const date = () => new Date(day).toISOString().slice(0, 10);
  const keyOf = (name: string) => `games/events/day=${date()}/${name}`;
  const archive = (s3: object, folder = 's3://archive/games', eventsPerFile = 1_000_000) =>
    archiveDays(database(), daysOfDatabase(database()), { folder, s3, now: NOW, signal, eventsPerFile });
  const store = (count: number, userId?: string) =>
    storeEvents(
      database(),
      Array.from({ length: count }, (_, n) => sdkEventItem(day + n * 1000, userId ? { userId } : {})),
      NOW,
    );
  const stored = async () => (await database().read(({ db, t }) => db.select().from(t.sdk_events))).length;
  const retain = () => dropOldRows(database(), { calendarJobs: [], isArchiving: true, now: NOW });
  const keepOneDay = () => database().write(({ db, t }) => db.update(t.organisation).set({ event_days: 1 }));
  const drafts = () => readdirSync(temporary).filter((name) => name.startsWith('redeemd-drafts-'));

  test('a bucket gets the same bytes as a folder, in signed requests with checksums, and the manifest last', async () => {
    const bucket = await newBucket();
    await store(1200);
    const folder = mkdtempSync(join(tmpdir(), 'redeemd-archive-'));
    opened.push(() => rmSync(folder, { recursive: true, force: true }));
    await archive({}, folder, 700);
    await database().write(({ db, t }) => db.delete(t.archived_days));
    await archive(bucket.access, 's3://archive/games', 700);
    const names = [`${PART}0.ndjson.gz`, `${PART}1.ndjson.gz`, '_manifest.json'];
    expect(bucket.keys()).toEqual([...names].sort().map(keyOf));
    for (const name of names) {
      const inFolder = join(folder, 'events', `day=${date()}`, name);
      expect(bucket.bytesOf(keyOf(name))).toEqual(readFileSync(inFolder));
    }
    expect(linesOfDay(folder, date())).toHaveLength(1200);
    const { log } = bucket;
    expect(log.every(({ isSigned }) => isSigned)).toBe(true);
    expect(log.map(({ method, key }) => `${method} ${key}`)).toEqual([
      `GET ${keyOf('_manifest.json')}`,
      ...[`${PART}1.ndjson.gz`, `${PART}0.ndjson.gz`, '_manifest.json'].map((name) => `PUT ${keyOf(name)}`),
    ]);
    expect(log.slice(1).every(({ isWhole }) => isWhole)).toBe(true);
    // A day is written again only after a late event, and under the same names.
    await archive(bucket.access);
    expect(log).toHaveLength(4);
    await store(1);
    await archive(bucket.access);
    expect(bucket.keys()).toEqual(['_manifest.json', `${PART}0.ndjson.gz`].map(keyOf));
  });

  const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`;
  const refusing =
    (status: number, code: string, method: string): Meddling =>
    (request, response) => {
      if (request.method !== method) return false;
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml' }).end(xml(code));
      return true;
    };
  /** Cuts the connection in the middle of the upload. */
  const cutting: Meddling = (request) => {
    if (request.method !== 'PUT') return false;
    request.once('data', () => request.socket.destroy());
    return true;
  };
  const damaging: Meddling = (request) => {
    if (request.method === 'PUT') damageBody(request);
    return false;
  };
  /** Responds with a wrong SHA-256 checksum. The ETag cannot replace it: an encrypted object's ETag is not its MD5. */
  const otherChecksum: Meddling = (request, response) => {
    if (request.method === 'PUT') response.setHeader('x-amz-checksum-sha256', 'AAAA');
    return false;
  };
  const timesOf = (count: number, meddling: Meddling): Meddling => {
    let left = count;
    return (request, response) => {
      if (left === 0 || request.method !== 'PUT') return false;
      left -= 1;
      return meddling(request, response);
    };
  };

  test.each<[string, Meddling, string]>([
    ['a refusal', refusing(403, 'AccessDenied', 'PUT'), `PUT ${PART}0.ndjson.gz: 403 AccessDenied No.`],
    ['no rights to read', refusing(403, 'AccessDenied', 'GET'), 'GET _manifest.json: 403 AccessDenied No.'],
    ['a missing bucket', refusing(404, 'NoSuchBucket', 'GET'), 'GET _manifest.json: 404 NoSuchBucket No.'],
    ['a failing server', refusing(500, 'InternalError', 'PUT'), `PUT ${PART}0.ndjson.gz: 500 InternalError No.`],
    ['an interrupted upload', cutting, 'the connection was closed'],
    [
      'a wrong checksum in the response',
      otherChecksum,
      `the server did not confirm the checksum of ${PART}0.ndjson.gz`,
    ],
    ['bytes that changed in transit', damaging, `the server did not confirm the checksum of ${PART}0.ndjson.gz`],
  ])(
    '%s: the job fails, names the reason and removes no event, and the next run continues',
    async (_name, meddling, reason) => {
      const bucket = await newBucket();
      await store(20);
      await keepOneDay();
      bucket.meddle(meddling);
      const place = `s3://archive/games/events/day=${date()}`;
      const fault = await archive(bucket.access).catch((error: Error) => error.message);
      expect(fault).toContain(`The events of ${date()} cannot be written to ${place}: `);
      expect(fault).toContain(reason);
      expect(bucket.has(keyOf('_manifest.json'))).toBe(false);
      await retain();
      expect(await stored()).toBe(20);
      expect(drafts()).toEqual([]);
      bucket.meddle(() => false);
      await archive(bucket.access);
      expect(bucket.keys()).toEqual(['_manifest.json', `${PART}0.ndjson.gz`].map(keyOf));
      await retain();
      expect(await stored()).toBe(0);
    },
  );

  test.each<[string, Meddling]>([
    ['a server error', refusing(500, 'InternalError', 'PUT')],
    ['a response from a busy server', refusing(503, 'SlowDown', 'PUT')],
    ['a broken connection', cutting],
  ])('after %s, the same bytes are sent again', async (_name, meddling) => {
    const bucket = await newBucket();
    await store(20);
    bucket.meddle(timesOf(2, meddling));
    await archive(bucket.access);
    const { files } = JSON.parse(bucket.bytesOf(keyOf('_manifest.json')).toString());
    const bytes = bucket.bytesOf(keyOf(files[0].name));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(files[0].sha256);
    expect(gunzipSync(bytes).toString().split('\n')).toHaveLength(21);
  });

  test('a wrong secret is refused', async () => {
    const bucket = await newBucket();
    await store(1);
    await expect(archive({ ...bucket.access, s3Secret: 'wrong' })).rejects.toThrow('403 SignatureDoesNotMatch');
    await expect(archive({ ...bucket.access, s3Secret: undefined })).rejects.toThrow('set REDEEMD_S3_KEY_ID');
  });

  test('a run that was stopped between two files is completed by the next one, and a later run removes an erased player', async () => {
    const bucket = await newBucket();
    await store(10, 'player-1');
    await store(10, 'player-2');
    const stopping = new AbortController();
    bucket.meddle((request) => {
      if (!request.url?.endsWith('_manifest.json') || request.method !== 'PUT') return false;
      stopping.abort(new Error('stopped'));
      // Without this, the test server would store an incomplete object, which a bucket never does.
      request.socket.destroy();
      return true;
    });
    const writing = { folder: 's3://archive/games', s3: bucket.access, now: NOW };
    const run = archiveDays(database(), daysOfDatabase(database()), { ...writing, signal: stopping.signal });
    await expect(run).rejects.toThrow('stopped');
    bucket.meddle(() => false);
    const before = bucket.bytesOf(keyOf(`${PART}0.ndjson.gz`));
    await archive(bucket.access);
    expect(bucket.bytesOf(keyOf(`${PART}0.ndjson.gz`))).toEqual(before);
    await eraseUser(database(), 'player-1', { forget: async () => [] }, NOW);
    await archive(bucket.access);
    const text = gunzipSync(bucket.bytesOf(keyOf(`${PART}0.ndjson.gz`))).toString();
    expect(text).toContain('player-2');
    expect(text).not.toContain('player-1');
  });

  test('the ledger goes to a bucket, too', async () => {
    const bucket = await newBucket();
    const writing = { folder: 's3://archive', s3: bucket.access, players: 'plain' as const, now: NOW, signal };
    await exportLedger(database(), writing);
    expect(bucket.keys()).toContain('ledger/commission_terms/_manifest.json');
    await exportLedger(database(), writing);
  });
});
