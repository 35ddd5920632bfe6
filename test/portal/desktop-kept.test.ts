import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openConnections } from '../../src/main/connections.ts';
import { openCredentials, type Vault } from '../../src/main/credentials.ts';

// Tests two of the files that the desktop app keeps: the encrypted tokens, and the servers that the user confirmed.

const root = mkdtempSync(join(tmpdir(), 'redeemd-kept-'));
let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(root, 'run-')), 'kept.json');
});
afterAll(() => rmSync(root, { recursive: true }));

const [ONE, TWO] = ['https://one.example', 'https://two.example'];
const onDisk = () => JSON.parse(readFileSync(file, 'utf8'));

describe('a token', () => {
  /** Encrypts by reversing the text. A higher `keyNumber` simulates a newer system key. */
  const vaultOf = (over: Partial<Vault> = {}, keyNumber = { now: 0 }): Vault => ({
    isAsyncEncryptionAvailable: async () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptStringAsync: async (text) => Buffer.from(`${keyNumber.now}:${[...text].reverse().join('')}`),
    decryptStringAsync: async (bytes) => {
      const [number = '', text = ''] = bytes.toString().split(':');
      return { result: [...text].reverse().join(''), shouldReEncrypt: Number(number) < keyNumber.now };
    },
    ...over,
  });

  test('is stored encrypted for the next start, in a file that only this user can read', async () => {
    await openCredentials(file, vaultOf()).keep(ONE, 'abc');
    expect(onDisk()).toEqual({ [ONE]: Buffer.from('0:cba').toString('base64') });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = openCredentials(file, vaultOf());
    expect([await again.find(ONE), await again.find(TWO), await again.areKept()]).toEqual(['abc', null, true]);
  });

  test('is encrypted again when the system has a newer key', async () => {
    const keyNumber = { now: 0 };
    await openCredentials(file, vaultOf({}, keyNumber)).keep(ONE, 'abc');
    keyNumber.now = 1;
    expect(await openCredentials(file, vaultOf({}, keyNumber)).find(ONE)).toBe('abc');
    expect(onDisk()).toEqual({ [ONE]: Buffer.from('1:cba').toString('base64') });
  });

  test('is not kept if the user ends its session during the encryption', async () => {
    let seal = (_box: Buffer) => {};
    const slow = vaultOf({ encryptStringAsync: () => new Promise<Buffer>((resolve) => (seal = resolve)) });
    const credentials = openCredentials(file, slow);
    const keeping = credentials.keep(ONE, 'old');
    await new Promise(setImmediate);
    await credentials.forget(ONE);
    seal(Buffer.from('0:dlo'));
    await keeping;
    expect(await credentials.find(ONE)).toBeNull();
    expect(() => onDisk()).toThrow('ENOENT');
  });

  test('that was refused is deleted, but a newer token is not', async () => {
    const credentials = openCredentials(file, vaultOf());
    await credentials.keep(ONE, 'new');
    await credentials.forget(ONE, 'old');
    expect(await credentials.find(ONE)).toBe('new');
    await credentials.forget(ONE, 'new');
    expect([await credentials.find(ONE), onDisk()]).toEqual([null, {}]);
  });

  test.each([
    ['there is no key store', { isAsyncEncryptionAvailable: async () => false }],
    ['the key store uses a publicly known key', { getSelectedStorageBackend: () => 'basic_text' as const }],
    ['the key store is not known yet', { getSelectedStorageBackend: () => 'unknown' as const }],
  ])('stays in memory if %s', async (_why, over) => {
    await openCredentials(file, vaultOf()).keep(ONE, 'from before');
    const credentials = openCredentials(file, vaultOf(over));
    expect([await credentials.find(ONE), await credentials.areKept()]).toEqual([null, false]);
    await credentials.keep(TWO, 'abc');
    expect(await credentials.find(TWO)).toBe('abc');
    expect(readFileSync(file, 'utf8')).not.toContain(TWO);
  });

  test('of another user, or in a damaged file, is ignored', async () => {
    const foreign = vaultOf({ decryptStringAsync: () => Promise.reject(new Error('not yours')) });
    await openCredentials(file, vaultOf()).keep(ONE, 'abc');
    expect(await openCredentials(file, foreign).find(ONE)).toBeNull();
    writeFileSync(file, '{"https://one.example": 7');
    expect(await openCredentials(file, vaultOf()).find(ONE)).toBeNull();
  });
});

describe('the known servers', () => {
  const plain = { name: null, colour: null, environment: null };

  test('are the last ten, most recent first, with their names', () => {
    const book = openConnections(file);
    for (let at = 0; at < 11; at += 1) book.choose(`https://s${at}.example`);
    book.describe('https://s3.example', { name: 'Three', colour: 'teal' });
    book.note('https://s3.example', { name: 'staging', colour: '#d97706' });
    book.choose('https://s3.example');
    const { current, known } = openConnections(file).read();
    expect([current, known.length, book.isKnown('https://s0.example')]).toEqual(['https://s3.example', 10, false]);
    expect(known[0]).toEqual({
      ...{ url: 'https://s3.example', name: 'Three', colour: 'teal' },
      environment: { name: 'staging', colour: '#d97706' },
    });
    book.forget('https://s3.example');
    expect(openConnections(file).read().current).toBeNull();
    book.describe('https://never.example', { name: 'Never', colour: null });
    expect(openConnections(file).isKnown('https://never.example')).toBe(false);
  });

  test('can be read from the file of an earlier version', () => {
    writeFileSync(file, JSON.stringify({ current: ONE, known: [ONE, TWO] }));
    const known = [ONE, TWO].map((url) => ({ url, ...plain }));
    expect(openConnections(file).read()).toEqual({ current: ONE, known });
  });

  test.each([
    ['an address that was never confirmed', { current: TWO, known: [ONE] }, [ONE]],
    ['an address with plain http', { current: 'http://evil.example', known: ['http://evil.example', ONE] }, [ONE]],
    ['an address that is written in another form', { current: `${ONE}/`, known: [`${ONE}/`] }, []],
    ['values of other types', { current: 7, known: 'all' }, []],
  ])('from an edited file do not include %s', (_what, content, known) => {
    writeFileSync(file, JSON.stringify(content));
    expect(openConnections(file).read()).toEqual({ current: null, known: known.map((url) => ({ url, ...plain })) });
  });

  test('from an edited file have only names and colours that the app allows', () => {
    const odd = { url: ONE, name: 7, colour: 'url(https://evil.example)', environment: { name: '<b>', colour: null } };
    writeFileSync(file, JSON.stringify({ current: ONE, known: [odd] }));
    expect(openConnections(file).read()).toEqual({ current: ONE, known: [{ url: ONE, ...plain }] });
  });
});
