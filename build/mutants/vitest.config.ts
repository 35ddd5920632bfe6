import { relative } from 'node:path';
import { mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from '../paths.mjs';
import base from '../vitest.config.ts';

/** Runs the files in the order of the command's arguments. */
class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => process.argv.indexOf(relative(root, moduleId));
    return files.sort((a, b) => place(a) - place(b));
  }
}

export default mergeConfig(base, {
  test: {
    setupFiles: process.env.REDEEMD_TEST_REACHED ? ['build/mutants/note-file.mjs'] : [],
    sequence: { sequencer: GivenOrder },
    reporters: ['./build/mutants/report-events.mjs'],
  },
});
