import { writeSync } from 'node:fs';

/** The prefix of the lines that tests.mjs reads. */
export const MARK = '@mutants ';

/** Reports events as they happen: the start and end of a file and each failed test. */
export default class ReportEvents {
  /** @param {import('vitest/node').TestModule} file */
  onTestModuleStart(file) {
    say({ began: file.relativeModuleId });
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    const [error = ''] = errors?.[0]?.message.split('\n') ?? [];
    if (state === 'failed') say({ failed: test.fullName, file: test.module.relativeModuleId, error });
  }

  /** @param {import('vitest/node').TestModule} file */
  onTestModuleEnd(file) {
    const errors = [file, ...file.children.allSuites()].flatMap((part) => part.errors());
    const [error = ''] = errors[0]?.message.split('\n') ?? [];
    if (file.state() === 'failed') say({ failed: 'outside its tests', file: file.relativeModuleId, error });
    say({ ended: file.relativeModuleId });
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} _files
   * @param {readonly unknown[]} errors outside of all tests
   */
  onTestRunEnd(_files, errors) {
    if (errors.length > 0) say({ failed: 'an error outside its tests' });
  }
}

/** @param {object} event */
function say(event) {
  writeSync(1, `${MARK}${JSON.stringify(event)}\n`);
}
