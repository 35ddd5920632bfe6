import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';

// Every text names who acts: the daemon, the client, the operator or the creator. The words below leave this open.

const RIDDLES = /\b(?:[Ww]hoever|[Nn]obody|[Ss]omebody|[Bb]y[\s/*]+and[\s/*]+by)\b/g;
const READ = /\.(?:ts|tsx|mjs|md)$/;
/** This file contains the words as examples. */
const OWN_FILE = 'test/project/plain-words.test.ts';
/** If root runs the tests, Postgres can run as the system account with this name. */
const ACCOUNT = { path: 'test/support/world/postgres.ts', literal: "'nobody'" };

/** Returns each forbidden word after its file and line, in the form `path:line: word`. */
function riddlesIn(path: string, text: string): string[] {
  if (!READ.test(path) || path === OWN_FILE) return [];
  const searched = path === ACCOUNT.path ? text.replaceAll(ACCOUNT.literal, "''") : text;
  const lineOf = (index: number) => searched.slice(0, index).split('\n').length;
  const named = (word: string) => word.toLowerCase().replace(/[\s/*]+/g, ' ');
  return [...searched.matchAll(RIDDLES)].map(({ 0: word, index }) => `${path}:${lineOf(index)}: ${named(word)}`);
}

function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  return listed
    .toString()
    .split('\0')
    .filter((path) => READ.test(path) && existsSync(join(root, path)));
}

test('texts name who acts', () => {
  const files = trackedFiles();
  expect(files).toContain('README.md');
  expect(files.flatMap((path) => riddlesIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

describe('sabotage is reported', () => {
  test.each([
    ['README.md', 'The token goes to whoever asks.', ['README.md:1: whoever']],
    ['docs/finance.md', 'Line one.\n\nNobody is paid.', ['docs/finance.md:3: nobody']],
    ['daemon/lib/clock.ts', '// somebody has set it', ['daemon/lib/clock.ts:1: somebody']],
    ['src/renderer/app/app.tsx', '<p>Nobody knows\nsomebody.</p>', ['app.tsx:1: nobody', 'app.tsx:2: somebody']],
    ['sdk/queue.ts', '/** It goes by and\n * by. */', ['sdk/queue.ts:1: by and by']],
    ['build/start.mjs', "throw new Error('whoever started it');", ['build/start.mjs:1: whoever']],
    ['test/api/keys.test.ts', '// nobody holds it', ['test/api/keys.test.ts:1: nobody']],
    [ACCOUNT.path, "['id', 'nobody']\n// nobody starts it", [`${ACCOUNT.path}:2: nobody`]],
  ])('%s: %s', (path, text, expected) => {
    const found = riddlesIn(path, text);
    expect(found).toHaveLength(expected.length);
    for (const [at, end] of expected.entries()) expect(found[at]).toContain(end);
  });
});

test.each([
  [OWN_FILE, '// nobody holds it'],
  [ACCOUNT.path, "['id', 'nobody']"],
  ['daemon/features/staff/passwords.ts', 'const NOBODY = 1;'],
  ['docs/pictures/portal.png', 'nobody'],
  ['README.md', 'Everybody reads it; step by step, and by hand.'],
])('%s: %s is not reported', (path, text) => {
  expect(riddlesIn(path, text)).toEqual([]);
});
