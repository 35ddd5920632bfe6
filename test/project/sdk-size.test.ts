import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureSdk, INNER_NAMES, PUBLIC_URL_MARK, sdkFolder } from '../../build/sdk-build.mjs';

// Web games load the SDK, so each browser build may be at most 6.5 KiB, minified and gzipped.

const LIMIT_BYTES = 6656;
/** An organisation's address may be longer than the placeholder. */
const PUBLIC_URL = 'https://redeem.live-operations.studio.example';

const sizeOf = (text: string) => gzipSync(text, { level: 9 }).length;
const read = (file: string) => readFileSync(join(sdkFolder, file), 'utf8');

beforeAll(ensureSdk);

describe('the builds for browsers are at most 6.5 KiB', () => {
  it.each(['index.js', 'index.cjs', 'service-sdk.iife.js'])('%s', (file) => {
    expect(sizeOf(read(file))).toBeLessThanOrEqual(LIMIT_BYTES);
  });

  it('service-sdk.daemon.js, with a daemon’s address inside', () => {
    const text = read('service-sdk.daemon.js');
    expect(text.split(PUBLIC_URL_MARK)).toHaveLength(3);
    expect(sizeOf(text.replaceAll(PUBLIC_URL_MARK, PUBLIC_URL))).toBeLessThanOrEqual(LIMIT_BYTES);
  });
});

it('no property of a public type has a shortened name', () => {
  const types = read('index.d.ts').replace(/\/\*[\s\S]*?\*\//g, '');
  expect(INNER_NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(types))).toEqual([]);
  // The builds for servers keep all names, so that stack traces are readable.
  expect(INNER_NAMES.filter((name) => !read('node.js').includes(name))).toEqual([]);
});

it('sabotage: one more kilobyte is reported', () => {
  const more = Array.from({ length: 300 }, (_, at) => `var v${at}=${Math.sqrt(at + 2)};`).join('');
  expect(sizeOf(read('index.js') + more)).toBeGreaterThan(LIMIT_BYTES);
});
