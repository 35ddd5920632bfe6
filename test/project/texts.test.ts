import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';

// All texts on the Portal's screens are in the catalogue (src/renderer/texts), which exists in every language.

interface Node {
  type: string;
  start: number;
  end: number;
  value?: unknown;
  name?: { name?: string } | string;
  callee?: { name?: string };
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode);

/** Attributes and properties with words that users read or hear. */
const READ =
  /^(label|title|placeholder|description|header|note|alt|children|message|text|aria-label|.*Label|.*Text|.*Title)$/;
const hasWord = (text: string) => /\p{L}{2}/u.test(text);
const isSentence = (text: string) => /\p{L}{2,}[,;:]? \p{L}{2,}/u.test(text) && !/[{}=<>]|^M[\d ]|--/.test(text);
/** Examples of a file's content. */
const DATA = new Set(['Summer, Anna', 'Summer, Ben']);
/** Names and formats that are the same in all languages. */
const SAME_IN_ALL = /^(redeemd|JSON|QR|CSV|SVG|PNG|URL|UTC|IBAN|PayPal|Wise|Ctrl|Esc|https?:.*|[a-z_.]+|[A-Z0-9_-]+)$/;

function literals(node: Node, name = ''): string[] {
  if (node.type === 'NewExpression' && /Error|Refused|DOMException/.test(node.callee?.name ?? '')) return [];
  if (/^(Import|ExportAll|TS)/.test(node.type)) return [];
  const value = typeof node.value === 'string' ? node.value.trim() : '';
  if (node.type === 'JSXText') return hasWord(value) && !SAME_IN_ALL.test(value) ? [value] : [];
  if (node.type === 'Literal') {
    const isRead = READ.test(name) && hasWord(value) && /^\p{Lu}/u.test(value);
    return (isRead || isSentence(value)) && !SAME_IN_ALL.test(value) && !DATA.has(value) ? [value] : [];
  }
  if (node.type === 'TemplateElement') {
    const { raw = '' } = (node.value ?? {}) as { raw?: string };
    return isSentence(raw.trim()) ? [raw.trim()] : [];
  }
  if (node.type === 'JSXAttribute' || node.type === 'Property') {
    const key = node as unknown as { name?: { name: string }; key?: { name?: string; value?: string } };
    const own = key.name?.name ?? key.key?.name ?? key.key?.value ?? '';
    if (/^(className|style|styles|fontFamily|fontFamilyMonospace|d|path|to|search|queryKey|src|href)$/.test(own))
      return [];
    return childrenOf(node).flatMap((child) => literals(child, own));
  }
  return childrenOf(node).flatMap((child) => literals(child, node.type === 'ArrayExpression' ? '' : name));
}

const literalsIn = (path: string, text: string) =>
  literals(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node).map(
    (found) => `${path}: ${found}`,
  );

const rendererFiles = () =>
  execFileSync('git', ['ls-files', '-z', 'src/renderer'], { cwd: root })
    .toString()
    .split('\0')
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('/texts/'));

test('every text on a screen is in the catalogue', () => {
  expect(rendererFiles().flatMap((path) => literalsIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

test('sabotage: a text outside the catalogue is reported', () => {
  expect(literalsIn('a.tsx', '<p>Hello</p>')).toEqual(['a.tsx: Hello']);
  expect(literalsIn('a.tsx', '<Button aria-label="Close" />')).toEqual(['a.tsx: Close']);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the test parses this source
  expect(literalsIn('a.ts', 'const f = (n) => `Saved the ${n}`')).toEqual(['a.ts: Saved the']);
  expect(literalsIn('a.tsx', '<p className="card wide">{t.hello}</p>')).toEqual([]);
});
