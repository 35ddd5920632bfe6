import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureDemoData } from '../../build/dev/demo-data.mjs';
import { inTurn } from '../../build/dev/in-turn.mjs';

// Tests parts of development mode; dev-mode.slow.test.ts runs all of it.

describe('the demo data of development mode', () => {
  let folder: string;
  let place: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'redeemd-dev-data-'));
    place = join(folder, 'dev');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const fillWith = (text: string) => async (draft: string) => writeFileSync(join(draft, 'file'), text);
  const kept = () => readFileSync(join(place, 'file'), 'utf8');

  test('is created once and kept', async () => {
    await ensureDemoData(place, fillWith('first'));
    await ensureDemoData(place, fillWith('second'));
    expect(kept()).toBe('first');
  });

  test('is created again after an interrupted run', async () => {
    const interrupted = async (draft: string) => {
      await fillWith('half')(draft);
      throw new Error('interrupted');
    };
    await expect(ensureDemoData(place, interrupted)).rejects.toThrow('interrupted');
    expect(existsSync(place)).toBe(false);
    await ensureDemoData(place, async (draft) => {
      expect(existsSync(join(draft, 'file'))).toBe(false);
      await fillWith('whole')(draft);
    });
    expect(kept()).toBe('whole');
  });
});

test('inTurn runs one rebuild at a time, and collects the changes made during it for the next one', async () => {
  const calls: string[][] = [];
  let running = 0;
  const change = inTurn(async (files: string[]) => {
    running += 1;
    expect(running).toBe(1);
    calls.push(files);
    if (calls.length === 1) for (const file of ['b', 'c', 'b']) void change(file);
    await new Promise(setImmediate);
    running -= 1;
  });
  await change('a');
  expect(calls).toEqual([['a'], ['b', 'c']]);
});
