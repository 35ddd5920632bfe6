import { expect, it } from 'vitest';
import { readConfig } from '../../daemon/config.ts';
import { fittingWorkers } from '../../daemon/lib/fitting-workers.ts';

it('HTTP workers are off by default, by number, or as many as fit', () => {
  expect([1, 2, 3, 4, 6, 10, 64].map(fittingWorkers)).toEqual([0, 0, 0, 2, 4, 8, 8]);
  expect(readConfig({}).httpWorkers).toBe(0);
  expect(readConfig({ REDEEMD_HTTP_WORKERS: '3' }).httpWorkers).toBe(3);
  expect(readConfig({ REDEEMD_HTTP_WORKERS: 'auto' }).httpWorkers).toBe(fittingWorkers());
  for (const wrong of ['-1', '65', 'all', '1.5'])
    expect(() => readConfig({ REDEEMD_HTTP_WORKERS: wrong })).toThrow(/REDEEMD_HTTP_WORKERS: /);
});
