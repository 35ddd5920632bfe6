import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { root } from './paths.mjs';

/** @type {Record<string, number>} */
const costs = JSON.parse(readFileSync(join(root, 'test/costs.json'), 'utf8'));

/** Runs the most expensive test files first. If one of them started last, it would run alone on one core. */
export class CostliestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const costOf = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) =>
      costs[relative(root, moduleId)] ?? 0;
    return [...files].sort((a, b) => costOf(b) - costOf(a));
  }
}
