import { writeFileSync } from 'node:fs';

/** Writes how many errors arose outside every test: vitest's report tells them by the exit code alone. */
export default class UnhandledErrors {
  /**
   * @param {unknown} _modules
   * @param {readonly unknown[]} errors
   */
  onTestRunEnd(_modules, errors) {
    writeFileSync(String(process.env.REDEEMD_UNHANDLED_ERRORS), String(errors.length));
  }
}
