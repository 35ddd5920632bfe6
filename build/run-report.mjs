import { writeFileSync } from 'node:fs';

/**
 * The figures that vitest's own JSON report does not contain.
 * @typedef {object} RunReport
 * @property {number} unhandled the number of errors outside every test
 * @property {{ name: string, seconds: number }[]} costs the CPU seconds of each file
 */

/** Writes a `RunReport` into the file that REDEEMD_TEST_REPORT names. */
export default class WriteRunReport {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} errors
   */
  onTestRunEnd(modules, errors) {
    const costs = modules.map((file) => ({ name: file.relativeModuleId, seconds: file.meta().cpuSeconds ?? 0 }));
    /** @type {RunReport} */
    const report = { unhandled: errors.length, costs };
    writeFileSync(String(process.env.REDEEMD_TEST_REPORT), JSON.stringify(report));
  }
}
