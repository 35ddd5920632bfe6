import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { amountOf } from '../support/amounts.ts';
import { verifyBooks } from '../support/database/verify-books.ts';
import { canMakeDisks, makeTestDisk, type TestDisk } from '../support/faults/test-disk.ts';
import { judgeKills, prepare } from './daemon-kills.ts';
import { type CutFacts, cutUnderLoad } from './power-cuts.ts';

// Under load, the file system with the daemon's file is shut down, which has the effect of a power cut.
const CUTS = amountOf('REDEEMD_POWER_CUTS');

describe.skipIf(!canMakeDisks())('on a disk whose power is cut', () => {
  let disk: TestDisk;
  let url: string;
  beforeEach(() => {
    disk = makeTestDisk(256) as TestDisk;
    url = `sqlite:${join(disk.path, 'redeem.db')}`;
  });
  afterEach(() => disk.remove());

  const prepared = () => prepare({ url, drop: async () => {} });
  /** A start after a cut reads the disk again, so its time is not judged. */
  const judge = (facts: CutFacts) => [...judgeKills({ ...facts, startsMs: [] }), ...facts.broken];

  test(`${CUTS} cuts lose nothing that was acknowledged`, { timeout: 30 * CUTS * 1000 }, async () => {
    const facts = await cutUnderLoad(disk, url, { key: await prepared(), cuts: CUTS });
    expect(judge(facts)).toEqual([]);
    expect(facts.acknowledged.length).toBeGreaterThan(CUTS);
    await verifyBooks(url);
    process.stdout.write(`${CUTS} cuts, ${facts.acknowledged.length} acknowledged, 0 lost\n`);
  });

  test('sabotage: a disk that only claims to have written loses acknowledged writes', {
    timeout: 120_000,
  }, async () => {
    const [source, library] = ['no-fsync.c', 'no-fsync.so'].map((name) => join(disk.path, '..', name));
    writeFileSync(source as string, 'int fsync(int f) { return 0; }\nint fdatasync(int f) { return 0; }\n');
    execFileSync('cc', ['-shared', '-fPIC', '-w', '-o', library as string, source as string]);
    const env = { LD_PRELOAD: library as string };
    const faults = judge(await cutUnderLoad(disk, url, { key: await prepared(), cuts: 3, env }));
    expect(faults).toContainEqual(expect.stringMatching(/acknowledged claims lost|malformed|not ok/));
  });
});
