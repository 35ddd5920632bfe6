import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';

// Limits the size of files and functions, and checks that no two files import each other.

const MOST_LINES_OF_FILE = 250;
const MOST_LINES_OF_FUNCTION = 60;

/**
 * Files that may be longer: splitting the queue and the sender would enlarge the built SDK, which is limited to 6.5 KiB.
 * Half of `events.ts` is docstrings, and `server-types.ts` is generated.
 */
const EXCEPT = ['sdk/events.ts', 'sdk/queue.ts', 'sdk/sender.ts', 'sdk/server-types.ts'];
const isHeld = (line: string) => !EXCEPT.some((path) => line.startsWith(path));

type Files = ReadonlyMap<string, string>;

function productFiles(): Files {
  const listed = execFileSync('git', ['ls-files', '-z', 'daemon', 'sdk', 'src'], { cwd: root });
  const paths = listed.toString().split('\0');
  return new Map(
    paths.filter((path) => /\.tsx?$/.test(path)).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
}

/** Returns the sources that git ignores and that a clone would therefore lack. */
const ignoredSources = () =>
  execFileSync('git', ['ls-files', '--others', '--ignored', '--exclude-standard', 'build', 'docs', 'src', 'test'], {
    cwd: root,
    encoding: 'utf8',
  });

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length;

const longFiles = (files: Files) =>
  [...files]
    .filter(([, text]) => linesOf(text) > MOST_LINES_OF_FILE)
    .map(([path, text]) => `${path}: ${linesOf(text)}`);

/** The parts of a syntax tree that these tests read. */
interface Node {
  type: string;
  start: number;
  end: number;
  source?: { value: string } | null;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode);
const allNodes = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(allNodes)];
const nodesOf = (path: string, text: string) =>
  allNodes(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node);

const isFunction = ({ type }: Node) =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type);
/** Returns whether a function contains JSX. Such functions describe a screen, so their length is not limited. */
const holdsJsx = (node: Node) => allNodes(node).some(({ type }) => type.startsWith('JSX'));

const longFunctions = (files: Files) =>
  [...files].flatMap(([path, text]) =>
    nodesOf(path, text)
      .filter((node) => isFunction(node) && linesOf(text.slice(node.start, node.end)) > MOST_LINES_OF_FUNCTION)
      .filter((node) => !holdsJsx(node))
      .map(({ start, end }) => `${path}:${linesOf(text.slice(0, start))}: ${linesOf(text.slice(start, end))}`),
  );

/** Returns each import cycle as text, such as `a.ts → b.ts → a.ts`. Type imports count. */
function circles(files: Files): string[] {
  const importsOf = (path: string) =>
    nodesOf(path, files.get(path) ?? '')
      .filter(({ type }) => /^(Import|ExportNamed|ExportAll)(Declaration|Expression)$/.test(type))
      .flatMap(({ source }) => (source ? posix.join(posix.dirname(path), source.value) : []))
      .filter((target) => files.has(target));
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, way: readonly string[]) => {
    const before = way.indexOf(path);
    if (before >= 0) return void found.push([...way.slice(before), path].join(' → '));
    if (done.has(path)) return;
    for (const target of importsOf(path)) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of files.keys()) walk(path, []);
  return found;
}

test('no file of the product is too long', () => {
  expect(productFiles().size).toBeGreaterThan(400);
  expect(longFiles(productFiles()).filter(isHeld)).toEqual([]);
});

test('no function of the product is too long', () => {
  expect(longFunctions(productFiles()).filter(isHeld)).toEqual([]);
});

test('no two files of the product import each other, directly or indirectly', () => {
  expect(circles(productFiles())).toEqual([]);
});

test('git tracks every source, so a clone is complete', () => {
  expect(ignoredSources()).toBe('');
});

test('sabotage is reported', () => {
  const long = `export function long() {\n${'  work();\n'.repeat(60)}}\n`;
  expect(longFunctions(new Map([['daemon/long.ts', long]]))).toEqual(['daemon/long.ts:1: 62']);
  expect(longFiles(new Map([['daemon/long.ts', 'work();\n'.repeat(251)]]))).toEqual(['daemon/long.ts: 251']);
  const pair = new Map([
    ['daemon/a.ts', "import type { B } from './b.ts';"],
    ['daemon/b.ts', "import { a } from './a.ts';"],
  ]);
  expect(circles(pair)).toEqual(['daemon/a.ts → daemon/b.ts → daemon/a.ts']);
});
