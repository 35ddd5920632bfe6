import { createHash } from 'node:crypto';
import fs, {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import fsPromises from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fileHeaders } from '../../daemon/contract/file-headers.ts';
import { type Desktop, startDesktop } from '../support/browsers/desktop.ts';
import { JAR_COOKIE } from '../support/browsers/electron-net.ts';
import { SESSION } from '../support/browsers/signed-in.ts';
import { listen } from '../support/servers/listen.ts';
import { until } from '../support/world/wait-until.ts';

// Tests what happens to a file that cannot be saved or arrives damaged. The tests start their own server, because a
// daemon does not send wrong bytes; desktop.slow.test.ts saves files from a real daemon.

const CSV = `code,code_url,name\r\n${Array.from({ length: 400 }, (_, at) => `CODE-${at},https://x.test/${at},"a ""b""\r\nc"\r\n`).join('')}`;
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const RUN = { csv_sha256: { finance: sha256Of(CSV) }, csv_zipped: [] as string[] };
type Answer = (response: ServerResponse) => void;
const csv = (headers: Record<string, string>, body = CSV): Answer => {
  return (response) =>
    void response.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8', ...headers }).end(body);
};
const ROWS = fileHeaders({ rows: 400 });

const root = mkdtempSync(join(tmpdir(), 'redeemd-saves-'));
let desktop: Desktop;
let folder: string;
let answer: Answer;
let run: object = RUN;
let isCampaign = false;
const cookies = new Set<string | undefined>();
const server = createServer((request, response) => {
  cookies.add(request.headers.cookie);
  if (request.url?.includes('/csv') || isCampaign) return answer(response);
  const json = (status: number, body: object) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  if (request.url?.includes('/payout-runs/')) return json(200, run);
  if (request.method === 'POST') return json(200, SESSION);
  return json(401, { code: 'unauthorized', detail: 'Authentication failed.' });
});

beforeAll(async () => {
  const url = await listen(server);
  const userData = join(root, 'data');
  mkdirSync(userData);
  desktop = await startDesktop({ userData, downloads: root });
  desktop.electron.state.pressed.push('Connect');
  expect(await desktop.bridge.connect(url)).toMatchObject({ value: { ok: true } });
  expect(await desktop.bridge.signIn({ email: 'a@b.test', password: 'p' })).toMatchObject({ value: { ok: true } });
});
beforeEach(() => {
  folder = mkdtempSync(join(root, 'to-'));
  answer = csv(ROWS);
  run = RUN;
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(root, { recursive: true });
});

const saveAt = async (filePath: string, name: string, question: object) => {
  desktop.electron.state.dialogs.push({ canceled: false, filePath });
  const reply = (await desktop.bridge.saveAnswer('a.csv', name, question)) as { value: Record<string, unknown> };
  return reply.value;
};
const saveCodes = (filePath = join(folder, 'codes.csv')) =>
  saveAt(filePath, 'getBulkJobCsv', { params: { job_id: 1 } });
const saveRun = (layout = 'finance') =>
  saveAt(join(folder, 'run.csv'), 'getPayoutRunCsv', { params: { run_id: 7 }, query: { layout } });
const failed = (code: string) => ({ outcome: 'failed', problem: expect.objectContaining({ code, status: 0 }) });

test('a complete file is flushed to disk before it is renamed, and its folder is flushed afterwards', async () => {
  const steps: string[] = [];
  const handle = await fsPromises.open(root, 'r');
  const handles = Object.getPrototypeOf(handle) as { sync(): Promise<void> };
  await handle.close();
  const { sync } = handles;
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: { stat(): ReturnType<typeof fsPromises.stat> }) {
    steps.push((await this.stat()).isDirectory() ? 'folder on the disk' : 'file on the disk');
    await sync.call(this as never);
  });
  const { rename } = fsPromises;
  vi.spyOn(fsPromises, 'rename').mockImplementation(async (from, to) => {
    steps.push('named');
    await rename(from, to);
  });
  expect(await saveCodes()).toMatchObject({ outcome: 'saved', name: 'codes.csv' });
  expect(steps).toEqual(['file on the disk', 'named', 'folder on the disk']);
  expect(readFileSync(join(folder, 'codes.csv'), 'utf8')).toBe(CSV);
  expect(lstatSync(join(folder, 'codes.csv')).mode & 0o777).toBe(0o600);
  expect(desktop.electron.state.shown).toEqual([join(folder, 'codes.csv')]);
  expect(readdirSync(folder)).toEqual(['codes.csv']);
  expect(readFileSync(join(root, 'data', 'unfinished-files.json'), 'utf8')).toBe('[]');
  expect(desktop.window().progress.at(-1)).toBe(-1);
  expect(cookies).toEqual(new Set([undefined]));
  expect(JAR_COOKIE).not.toBe('');
});

const LOGIN = '<!doctype html><title>Sign in</title>';
const html: Answer = (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(LOGIN);
const half = CSV.slice(0, CSV.indexOf('CODE-200'));
const chunked = { 'Transfer-Encoding': 'chunked' };
test.each<[string, Answer, string]>([
  ['a sign-in page', html, 'file_not_expected'],
  ['a sign-in page labelled as a CSV', csv(ROWS, LOGIN), 'file_incomplete'],
  ['half of the file, ended by a proxy as if it were complete', csv({ ...chunked, ...ROWS }, half), 'file_incomplete'],
  [
    'half of the file, cut within a row, from a daemon that sends no row count',
    csv(chunked, half.slice(0, -3)),
    'file_incomplete',
  ],
  [
    'half of the file, cut within quotes, from a daemon that sends no row count',
    csv(chunked, half.slice(0, -5)),
    'file_incomplete',
  ],
  ['the file with an extra row', csv(ROWS, `${CSV}CODE-X,,\r\n`), 'file_incomplete'],
  ['an empty file', csv(ROWS, ''), 'file_incomplete'],
  ['content that does not match its hash', csv(fileHeaders({ sha256: sha256Of('other') })), 'file_incomplete'],
])('bulk codes are not saved if the response is %s', async (_what, sent, code) => {
  answer = sent;
  expect(await saveCodes()).toEqual(failed(code));
  expect(readdirSync(folder)).toEqual([]);
});

const OTHER = CSV.replace('CODE-7', 'CODE-8');
test.each<[string, Answer, object, string | null]>([
  ['the run’s own bytes', csv(fileHeaders({ sha256: sha256Of(CSV), rows: 400 })), RUN, null],
  ['the run’s own bytes without a hash in the response', csv({}), RUN, null],
  [
    'another run’s bytes with that run’s hash',
    csv(fileHeaders({ sha256: sha256Of(OTHER) }), OTHER),
    RUN,
    'file_not_expected',
  ],
  ['another run’s bytes without a hash', csv({}, OTHER), RUN, 'file_incomplete'],
  ['a CSV in place of a ZIP', csv({}), { ...RUN, csv_zipped: ['finance'] }, 'file_not_expected'],
  ['a run that is older than the layout', csv(ROWS), { ...RUN, csv_sha256: {} }, null],
  ['something that is not a run', csv(ROWS), { code: 'what' }, 'file_not_expected'],
])('a payout file is saved only if it matches the run: %s', async (_what, sent, told, code) => {
  answer = sent;
  run = told;
  expect(await saveRun()).toEqual(code === null ? expect.objectContaining({ outcome: 'saved' }) : failed(code));
  expect(readdirSync(folder)).toEqual(code === null ? ['run.csv'] : []);
});

test('a ZIP is saved if the run lists the file as zipped', async () => {
  run = { csv_sha256: { paypal: sha256Of('PK') }, csv_zipped: ['paypal'] };
  answer = csv({ 'Content-Type': 'application/zip' }, 'PK');
  expect(await saveRun('paypal')).toMatchObject({ outcome: 'saved' });
});

test('a campaign file is saved only if it is complete JSON', async () => {
  const json = JSON.stringify({ campaign: 'Sömmer', codes: [] });
  const save = () => saveAt(join(folder, 'a.json'), 'exportCampaign', { params: { campaign_id: 1 } });
  isCampaign = true;
  answer = csv({ 'Content-Type': 'application/json' }, json.slice(0, -1));
  expect(await save()).toEqual(failed('file_incomplete'));
  answer = csv({ 'Content-Type': 'application/json' }, json);
  expect(await save()).toMatchObject({ outcome: 'saved' });
  isCampaign = false;
  expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe(json);
});

test('a list is saved only as a CSV, and not as the JSON page that a daemon without CSV support sends', async () => {
  const save = () => saveAt(join(folder, 'keys.csv'), 'listApiKeys', { query: { format: 'csv' } });
  isCampaign = true;
  answer = csv({ 'Content-Type': 'application/json' }, '{"data":[]}');
  expect(await save()).toEqual(failed('file_not_expected'));
  answer = csv({}, 'key_id,name\r\n');
  expect(await save()).toMatchObject({ outcome: 'saved' });
  isCampaign = false;
  expect(readFileSync(join(folder, 'keys.csv'), 'utf8')).toBe('key_id,name\r\n');
});

test('a compressed response is saved decompressed, and its length is not mistaken for that of the file', async () => {
  const packed = gzipSync(CSV);
  const headers = { ...ROWS, 'Content-Encoding': 'gzip', 'Content-Length': String(packed.length) };
  answer = (response) => void response.writeHead(200, { 'Content-Type': 'text/csv', ...headers }).end(packed);
  desktop.window().progress.length = 0;
  expect(await saveCodes()).toMatchObject({ outcome: 'saved' });
  expect(readFileSync(join(folder, 'codes.csv'), 'utf8')).toBe(CSV);
  // If the value is above 1, the progress bar shows activity without a percentage.
  expect(new Set(desktop.window().progress)).toEqual(new Set([2, -1]));
});

test('a response that is shorter than its stated length is not saved', async () => {
  const { state } = desktop.electron;
  const send = state.fetch;
  state.fetch = async () =>
    new Response(CSV, { headers: { 'Content-Type': 'text/csv', 'Content-Length': '99999999' } });
  expect(await saveCodes()).toEqual(failed('connection_broken'));
  state.fetch = send;
  expect(readdirSync(folder)).toEqual([]);
});

test('a daemon that dies mid-stream leaves no partial file, wherever it stops', async () => {
  const place = join(folder, 'codes.csv');
  writeFileSync(place, "yesterday's file");
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const isLong = tenth % 2 === 0;
    answer = (response) => {
      const length = isLong ? { 'Content-Length': String(Buffer.byteLength(CSV)) } : {};
      response.writeHead(200, { 'Content-Type': 'text/csv', ...ROWS, ...length });
      response.write(CSV.slice(0, (CSV.length * tenth) / 10) || 'c', () => response.destroy());
    };
    expect(await saveCodes(place), `${tenth}`).toEqual(failed('connection_broken'));
    expect(readFileSync(place, 'utf8')).toBe("yesterday's file");
  }
  expect(readdirSync(folder)).toEqual(['codes.csv']);
});

test('a path that cannot be written to is reported with the reason', async () => {
  mkdirSync(join(folder, 'taken'));
  expect(await saveCodes(join(folder, 'taken'))).toEqual(failed('place_is_folder'));
  writeFileSync(join(folder, 'other.csv'), 'not to be touched');
  symlinkSync(join(folder, 'other.csv'), join(folder, 'link.csv'));
  expect(await saveCodes(join(folder, 'link.csv'))).toEqual(failed('place_is_link'));
  expect(readFileSync(join(folder, 'other.csv'), 'utf8')).toBe('not to be touched');
  expect(await saveCodes(join(folder, 'gone', 'a.csv'))).toEqual(failed('folder_gone'));
  expect(await saveCodes(join(folder, 'other.csv', 'a.csv'))).toEqual(failed('folder_gone'));
  expect(await saveCodes(join(folder, 'x'.repeat(300)))).toEqual(failed('name_too_long'));
  expect(readdirSync(folder).sort()).toEqual(['link.csv', 'other.csv', 'taken']);
});

test('a file that is open elsewhere is replaced if the system allows it, and is otherwise reported as busy', async () => {
  const place = join(folder, 'open.csv');
  writeFileSync(place, 'old');
  const reader = openSync(place, 'r');
  expect(await saveCodes(place)).toMatchObject({ outcome: 'saved' });
  expect(readFileSync(reader, 'utf8')).toBe('old');
  for (const code of ['EBUSY', 'EPERM', 'EACCES']) {
    // Windows refuses to replace an open file with one of these errors.
    vi.spyOn(fsPromises, 'rename').mockRejectedValueOnce(Object.assign(new Error(code), { code }));
    expect(await saveCodes(place)).toEqual(failed('file_busy'));
  }
  expect(readdirSync(folder)).toEqual(['open.csv']);
});

test('a full disk is reported, and no file is left', async () => {
  // On Linux, every write to this device fails with ENOSPC.
  const full = openSync('/dev/full', 'w');
  const { open } = fsPromises;
  vi.spyOn(fsPromises, 'open').mockImplementation(async (path, ...rest) => {
    if (!String(path).endsWith('.part')) return await open(path, ...rest);
    writeFileSync(path, '');
    return await open(`/proc/self/fd/${full}`, 'w');
  });
  expect(await saveCodes()).toEqual(failed('disk_full'));
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder without write permission is reported', async () => {
  // Not even root can write there.
  expect(await saveCodes('/sys/codes.csv')).toEqual(failed('no_permission'));
});

test('a save in progress is shown with its byte count, and can be cancelled', async () => {
  let open: ServerResponse | null = null;
  answer = (response) => {
    open = response.writeHead(200, { 'Content-Type': 'text/csv', 'Content-Length': '1000' });
    open.write('code\r\n');
  };
  const saving = saveCodes();
  const list = async () =>
    ((await desktop.bridge.saves()) as unknown as { value: { id: number; done: number }[] }).value;
  await until('the first bytes', async () => (await list())[0]?.done === 6);
  const [save] = await list();
  expect(save).toEqual({ id: expect.any(Number), name: 'codes.csv', done: 6, total: 1000 });
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.redeemd-[0-9a-f]{16}\.part$/)]);
  await desktop.bridge.cancelSave((save?.id ?? 0) + 1);
  expect(await list()).toHaveLength(1);
  await desktop.bridge.cancelSave(save?.id ?? 0);
  expect(await saving).toEqual({ outcome: 'cancelled' });
  expect(await list()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
  expect(desktop.window().progress).toContain(0.006);
});

test('the app gives up on a server that has sent no byte for 30 seconds', async () => {
  let open: ServerResponse | null = null;
  answer = (response) => {
    open = response.writeHead(200, { 'Content-Type': 'text/csv', ...ROWS });
    open.write('code\r\n');
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const saving = saveCodes();
    const shown = async () => (await desktop.bridge.saves()) as unknown as { value: { done: number }[] };
    const bytes = async (count: number) => {
      while ((await shown()).value[0]?.done !== count) await new Promise(setImmediate);
    };
    await bytes(6);
    vi.advanceTimersByTime(29_000);
    (open as ServerResponse | null)?.write('A\r\n');
    await bytes(9);
    vi.advanceTimersByTime(29_000);
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect((await shown()).value).toHaveLength(1);
    vi.advanceTimersByTime(1001);
    expect(await saving).toEqual(failed('answer_timed_out'));
  } finally {
    vi.useRealTimers();
  }
  expect(readdirSync(folder)).toEqual([]);
});

test('an unfinished file that cannot be deleted stays in the list of unfinished files', async () => {
  const { lstatSync: look } = fs;
  vi.spyOn(fs, 'lstatSync').mockImplementation(((path: string, ...rest: [never]) => {
    if (path.endsWith('.part')) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    return look(path, ...rest);
  }) as typeof look);
  answer = csv(ROWS, half);
  expect(await saveCodes()).toEqual(failed('file_incomplete'));
  const noted = JSON.parse(readFileSync(join(root, 'data', 'unfinished-files.json'), 'utf8'));
  expect(noted).toEqual([expect.stringContaining(folder)]);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('the next start deletes the unfinished file left by an interrupted save, and nothing else', async () => {
  const userData = mkdtempSync(join(root, 'killed-'));
  const name = `.redeemd-${'a'.repeat(16)}.part`;
  const draft = join(folder, name);
  const others = [join(folder, 'mine.csv'), join(folder, `.redeemd-${'b'.repeat(16)}.part`)];
  for (const path of [draft, ...others]) writeFileSync(path, 'x');
  mkdirSync(join(folder, 'sub'));
  const away = join(root, 'x'.repeat(300), name);
  const noted = [draft, others[0], join(folder, 'sub', name), away];
  mkdirSync(join(folder, 'sub', name));
  writeFileSync(join(userData, 'unfinished-files.json'), JSON.stringify(noted));
  await startDesktop({ userData, downloads: root });
  await until('the unfinished file was deleted', () => !existsSync(draft));
  for (const path of others) expect(existsSync(path)).toBe(true);
  expect(lstatSync(join(folder, 'sub', name)).isDirectory()).toBe(true);
  // The app will try again to delete an unfinished file that it cannot reach now.
  expect(JSON.parse(readFileSync(join(userData, 'unfinished-files.json'), 'utf8'))).toEqual([away]);
});

test('the window stays open while a file is being saved, until the save ends or the user stops it', async () => {
  const { state, main } = desktop.electron;
  const begin = async () => {
    let open: ServerResponse | null = null;
    answer = (response) => {
      open = response.writeHead(200, { 'Content-Type': 'text/csv', ...ROWS });
      open.write(CSV.slice(0, 9));
    };
    const saving = saveCodes();
    await until('the first bytes', async () => open !== null);
    return { saving, end: () => void (open as ServerResponse | null)?.end(CSV.slice(9)) };
  };
  const quits = () => state.log.filter((line) => line === 'has quit').length;
  const boxes = state.boxes.length;
  const first = await begin();
  state.pressed.push(null);
  main.app.quit();
  expect(desktop.window().close()).toBe(false);
  expect(state.boxes.slice(boxes).map(({ message }) => message)).toEqual(['Still saving codes.csv']);
  expect(quits()).toBe(0);
  first.end();
  expect(await first.saving).toMatchObject({ outcome: 'saved' });
  await until('the app quit', () => quits() === 1);
  rmSync(join(folder, 'codes.csv'));
  main.app.emit('activate');
  const second = await begin();
  state.pressed.push('Stop saving and quit');
  expect(desktop.window().close()).toBe(false);
  expect(await second.saving).toEqual({ outcome: 'cancelled' });
  await until('the window closed', () => desktop.window().isGone);
  expect(state.boxes.slice(boxes)).toHaveLength(2);
  expect(readdirSync(folder)).toEqual([]);
  expect(quits()).toBe(1);
});
