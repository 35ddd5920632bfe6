import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n');
const documents = tracked.filter((path) => path.endsWith('.md') && existsSync(join(root, path)));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** Documents that may name only files that exist. */
const MAPS = ['CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/walks.md', 'docs/testing.md', 'docs/development.md'];
/** All documents except the measured reports, which are generated. */
const WRAPPED = documents.filter((path) => !path.startsWith('test/bench/measured/'));

/** Returns the missing files that a text names in backticks. A name without a folder matches any folder. */
function missingFiles(text: string): string[] {
  const named = [...text.matchAll(/`(\w[\w./-]*\.(?:tsx?|mjs))`/g)].map(([, name = '']) => name);
  return named.filter((name) => !tracked.some((path) => path === name || path.endsWith(`/${name}`)));
}

/** Returns the anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

function brokenLinks(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file ? join(dirname(path), file) : path;
    if (!existsSync(join(root, target))) return true;
    if (anchor === undefined) return false;
    const headings = [...textOf(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
    return !headings.includes(anchor);
  });
}

/** Returns the lines over the limit, except those that cannot be broken: rows of tables, and code. */
const linesOver = (most: number, text: string) =>
  text
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .split('\n')
    .filter((line) => line.length > most && !line.startsWith('|'));

test.each(MAPS)('every file that %s names exists', (path) => {
  expect(missingFiles(textOf(path))).toEqual([]);
});

test.each(documents)('the links in %s have a target', (path) => {
  expect(brokenLinks(path, textOf(path))).toEqual([]);
});

test.each(WRAPPED)('the prose of %s has no line over 120 characters', (path) => {
  expect(linesOver(120, textOf(path))).toEqual([]);
});

test('README.md, CONTRIBUTING.md and ARCHITECTURE.md are short', () => {
  expect(textOf('README.md').split('\n').length - 1).toBeLessThanOrEqual(110);
  expect(textOf('CONTRIBUTING.md').split(/\s+/).length).toBeLessThanOrEqual(1500);
  expect(textOf('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(180);
});

describe('sabotage is reported', () => {
  test('a missing file', () => {
    expect(missingFiles('See `hot/batcher.ts` and `hot/gone.ts`.')).toEqual(['hot/gone.ts']);
  });
  test('a link to a missing file, and one to a missing heading', () => {
    const text = '[a](README.md) [b](gone.md) [c](README.md#gone) [d](README.md#try-the-demo) [e](https://example.com)';
    expect(brokenLinks('CONTRIBUTING.md', text)).toEqual(['gone.md', 'README.md#gone']);
  });
  test('a long line', () => {
    expect(linesOver(3, 'abc\nabcd')).toEqual(['abcd']);
  });
});
