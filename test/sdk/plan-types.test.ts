import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { ensureSdk } from '../../build/sdk-build.mjs';

// `redeemd plan types` writes a taxonomy that the SDK accepts: correct calls compile, wrong ones do not.

const page = readFileSync(join(root, 'docs/tracking-plan.md'), 'utf8');
const blockOf = (language: string) =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? expect.fail(`no block of ${language}`);

const closed = { type: 'object', additionalProperties: false };
const PLAN = {
  type: 'object',
  properties: {
    level: {
      properties: {
        started: { ...closed, properties: { level: { type: 'integer' } } },
        finished: {
          ...closed,
          description: 'A comment with */ in it.\n\nAnd a second part.',
          properties: {
            level: { type: 'integer' },
            score: { type: ['number', 'null'] },
            mode: { enum: ['solo', 'team', 7, null], deprecated: true },
            season: { const: 'spring' },
            'player-ids': { type: 'array', items: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/bot-id' }] } },
            place: { $ref: '#/$defs/place' },
            counts: { type: 'object', additionalProperties: { type: 'number' } },
            none: { ...closed },
          },
          required: ['level', 'score'],
        },
        paused: closed,
        left: { type: 'object', properties: { reason: { type: 'string' } }, required: ['reason'] },
        shared: { $ref: '#/$defs/place' },
        nothing: { $ref: '#/$defs/nothing' },
        free: true,
      },
    },
    'web-login': { properties: { 'user login': { type: 'object' } } },
  },
  $defs: {
    'bot-id': { type: 'object', properties: { bot: { type: 'integer' } }, required: ['bot'] },
    place: { ...closed, properties: { x: { type: 'number' }, y: { type: 'number' } }, required: ['x', 'y'] },
    nothing: closed,
  },
};
const CALLS = `import { EVENTS, EventsBaseURL } from 'service-sdk';
import type { Taxonomy } from './taxonomy.ts';
const events = new EVENTS<Taxonomy>('ck_', 'game', EventsBaseURL.EVENTS_PROD);
const finished = (event_details: Taxonomy['level']['finished']) =>
  events.createEvent([{ event_type: 'level', event: { event_sub_type: 'finished', event_details } }]);
events.createEvent([
  { event_type: 'level', event: { event_sub_type: 'started' } },
  { event_type: 'level', event: { event_sub_type: 'started', event_details: { level: 2 } } },
  { event_type: 'level', event: { event_sub_type: 'paused' } },
  { event_type: 'level', event: { event_sub_type: 'left', event_details: { reason: 'bored', other: 1 } } },
  { event_type: 'level', event: { event_sub_type: 'shared', event_details: { x: 1, y: 2 } } },
  { event_type: 'level', event: { event_sub_type: 'nothing' } },
  { event_type: 'level', event: { event_sub_type: 'free', event_details: { any: [1] } } },
  { event_type: 'web-login', event: { event_sub_type: 'user login', event_details: { any: 1 } } },
  { event_type: 'web-login', event: { event_sub_type: 'user login' } },
]);
finished({ level: 1, score: null });
finished({ level: 1, score: 2, mode: 7, season: 'spring', 'player-ids': ['a', { bot: 1 }], counts: { a: 1 }, none: {} });
`;
/** None of these lines may compile. */
const WRONG = [
  `events.createEvent([{ event_type: 'levels', event: { event_sub_type: 'paused' } }]);`,
  `events.createEvent([{ event_type: 'level', event: { event_sub_type: 'user login' } }]);`,
  `events.createEvent([{ event_type: 'level', event: { event_sub_type: 'finished' } }]);`,
  `events.createEvent([{ event_type: 'level', event: { event_sub_type: 'paused', event_details: { a: 1 } } }]);`,
  `events.createEvent([{ event_type: 'level', event: { event_sub_type: 'nothing', event_details: { a: 1 } } }]);`,
  `events.createEvent([{ event_type: 'level', event: { event_sub_type: 'started', event_details: { levels: 2 } } }]);`,
  `events.createEvent([{ event_type: 'level', event: { event_sub_type: 'shared', event_details: { x: 1 } } }]);`,
  'finished({ level: 1 });',
  `finished({ level: '1', score: 1 });`,
  `finished({ level: 1, score: 1, mode: 'duo' });`,
  `finished({ level: 1, score: 1, season: 'summer' });`,
  `finished({ level: 1, score: 1, 'player-ids': [1] });`,
  `finished({ level: 1, score: 1, counts: { a: 'x' } });`,
  'finished({ level: 1, score: 1, none: { a: 1 } });',
  'finished({ level: 1, score: 1, unknown: 1 });',
];

let folder: string;
beforeAll(() => {
  ensureSdk();
  folder = mkdtempSync(join(tmpdir(), 'redeemd-plan-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'sdk'), join(folder, 'node_modules/service-sdk'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function planTypes(plan: string, ...options: string[]) {
  writeFileSync(join(folder, 'plan.json'), plan);
  const command = [join(root, 'daemon/dist/main.js'), 'plan', 'types', 'plan.json', ...options];
  const env = { PATH: process.env.PATH ?? '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8', env });
  return { status, stdout, stderr };
}

/** Returns the lines that do not compile, and the compiler's output. */
function compile(source: string): { lines: number[]; said: string } {
  writeFileSync(join(folder, 'page.ts'), source);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const strict = ['--noEmit', '--strict', '--skipLibCheck', '--types', '', '--pretty', 'false'];
  const modules = ['--target', 'es2022', '--lib', 'es2022,dom', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const args = [tsc, ...strict, ...modules, '--allowImportingTsExtensions', 'page.ts'];
  try {
    return { lines: [], said: execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }) };
  } catch (error) {
    const said = (error as { stdout: string }).stdout;
    const lines = [...said.matchAll(/^page\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    return { lines: [...new Set(lines)], said };
  }
}

describe('redeemd plan types', () => {
  it('writes the types that the documentation shows', () => {
    expect(planTypes(blockOf('json'))).toEqual({ status: 0, stdout: blockOf('ts'), stderr: '' });
  });

  it('writes a taxonomy with which correct calls compile and wrong ones do not', () => {
    expect(planTypes(JSON.stringify(PLAN), '--out', 'taxonomy.ts')).toEqual({ status: 0, stdout: '', stderr: '' });
    const first = CALLS.split('\n').length;
    const { lines, said } = compile(`${CALLS}${WRONG.join('\n')}\n`);
    expect(lines, said).toEqual(WRONG.map((_, at) => first + at));
    expect(said).not.toMatch(/^taxonomy/m);
  });

  it('lists everything in a plan that it does not support, and writes nothing', () => {
    const plan = { properties: { shop: { properties: { bought: { type: 'object', minProperties: 1 } } } }, title: 'x' };
    const { status, stdout, stderr } = planTypes(JSON.stringify(plan), '--out', 'refused.ts');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      'redeemd: plan.json is not a valid tracking plan:\n  /properties/shop/properties/bought/minProperties: minProperties is not supported.\n',
    );
    expect(() => readFileSync(join(folder, 'refused.ts'))).toThrow('ENOENT');
  });
});
