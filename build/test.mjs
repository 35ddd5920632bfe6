// `npm test`: every check, on SQLite and Postgres. `npm run check` (--quick): fewer games and inputs, no slow tests.
// `npm run test:long` (--long): many more of them, for hours, the tests that need that time, and each file with modules
// of its own, which shows a file that works only after another. Other arguments go to vitest. The last line is always
// `N passed, N failed[, N skipped]`; the exit code is 1 on any failure. test/support/amounts.ts holds the amounts.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { browserPath, firefoxPath, webkitPaths } from './find-browser.mjs';
import { install } from './install.mjs';
import { root } from './paths.mjs';

const quick = process.argv.includes('--quick');
const ownGroup = process.platform !== 'win32';
const long = process.argv.includes('--long');
if (quick) process.env.REDEEMD_QUICK = '1';
if (long) process.env.REDEEMD_LONG = '1';
const vitestArguments = process.argv.slice(2).filter((argument) => !['--quick', '--long'].includes(argument));
const count = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failures = [];
/** @type {import('node:child_process').ChildProcess | undefined} */
let running;

process.on('exit', () => {
  if (failures.length > 0) say(`\nFAILED\n${failures.map((failure) => `  ✗ ${failure}`).join('\n')}\n`);
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped${whySkipped()}` : '';
  say(`${count.passed} passed, ${count.failed} failed${skipped}\n`);
  if (count.failed > 0) process.exitCode = 1;
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    fail(`stopped by ${signal}`);
    if (!running) process.exit();
    running.once('exit', () => process.exit());
    signalGroup(running, signal);
  });
}

if (await step('install', () => install('all'))) {
  await step('types', () => run('node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false'));
  await step('types of the Portal', () =>
    run('node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '-p', 'src/renderer'),
  );
  await step('types of the SDK', async () => {
    for (const project of ['sdk', 'test/sdk'])
      await run('node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '-p', project);
  });
  await step('lint', () => run('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'));
  const isBundled = await step('bundle', () => bundle());
  await step('SDK', () => run('build/sdk-build.mjs'));
  await step('Portal', () => run('build/portal-build.mjs'));
  if (isBundled) await runVitest();
}
process.exit();

/**
 * One check that counts as one test.
 * @param {string} name
 * @param {() => unknown} check throws when it fails
 */
async function step(name, check) {
  const startedAt = Date.now();
  say(`── ${name}\n`);
  try {
    await check();
    count.passed += 1;
    say(`   ${name} passed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
    return true;
  } catch (error) {
    fail(`${name}: ${error instanceof Error ? error.message : error}`);
    say(`   ${name} FAILED\n`);
    return false;
  }
}

/**
 * @param {string} script
 * @param {string[]} args
 * @returns {Promise<void>}
 */
function run(script, ...args) {
  return new Promise((resolve, reject) => {
    running = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: 'inherit',
      detached: ownGroup,
    });
    running.once('error', reject);
    running.once('exit', (code, signal) => {
      running = undefined;
      if (code === 0) resolve();
      else reject(new Error(signal ?? `exit code ${code}`));
    });
  });
}

/**
 * Sends a signal to a check and to all processes it started: a signal to vitest alone would leave its workers running.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (ownGroup && child.pid) process.kill(-child.pid, signal);
  else child.kill(signal);
}

async function runVitest() {
  say('── tests\n');
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-report-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const report = join(folder, 'report.json');
  const args = ['run', '--config', 'build/vitest.config.ts', '--reporter=default', '--reporter=json'];
  args.push(`--outputFile.json=${report}`, ...(long ? [] : ['--no-isolate']));
  const failedBefore = count.failed;
  try {
    await run('node_modules/vitest/vitest.mjs', ...args, ...vitestArguments);
    countTests(report);
  } catch (error) {
    try {
      countTests(report);
    } catch {
      fail('tests: vitest left no report');
    }
    // Errors outside any test (an unhandled rejection, a failed set-up) show only in the exit code.
    if (count.failed === failedBefore) fail(`tests: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} report a file of vitest's json reporter */
function countTests(report) {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  count.passed += numPassedTests;
  count.skipped += numPendingTests + numTodoTests;
  for (const file of testResults) {
    const name = file.name.slice(root.length + 1);
    const failed = file.assertionResults.filter((/** @type {{ status: string }} */ test) => test.status === 'failed');
    for (const test of failed) fail(`${name}: ${test.fullName}`);
    if (file.status === 'failed' && failed.length === 0) fail(`${name}: the file failed outside its tests`);
  }
}

/** @param {string} what */
function fail(what) {
  count.failed += 1;
  failures.push(what);
}

/**
 * Names the programs whose absence skips tests, so that the reader can install them. The quick check runs no tests for
 * the last two.
 */
function whySkipped() {
  const reasons = [
    browserPath() === null && 'no Chromium on this machine: the Portal’s tests did not run',
    !quick && firefoxPath() === null && 'no Firefox: the SDK was not tried in it',
    !quick && webkitPaths() === null && 'no WebKitWebDriver with Xvfb: the SDK was not tried in WebKit',
  ].filter(Boolean);
  return reasons.length > 0 ? ` (${reasons.join('; ')})` : '';
}

/**
 * Writes at once, so that no text is lost on exit.
 * @param {string} text
 */
function say(text) {
  writeSync(1, text);
}
