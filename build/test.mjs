// `npm run check` (--quick), `npm test`, `npm run test:full` (--full) and `npm run test:long` (--long): each does what the
// one before does, and more. CONTRIBUTING.md says what belongs to which. The long run also gives each file modules of its
// own, which shows a file that works only after another. `npm run test:costs` is the full run, or the part of it that its
// arguments name, and keeps what each file cost in test/costs.json. Other arguments go to vitest.
// The last line is always `N passed, N failed[, N skipped]`; the exit code is 1 on any failure.
// `npm test` runs up to twelve files that failed once more, each alone, and names what passed only then.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { browserPath, firefoxPath, shellPath, webkitPaths } from './find-browser.mjs';
import { startInstall } from './install.mjs';
import { root } from './paths.mjs';
import { cpuSecondsOfTree } from './processes.mjs';

const size = ['quick', 'full', 'long'].find((name) => process.argv.includes(`--${name}`)) ?? 'whole';
process.env.REDEEMD_TEST_SIZE = size;
const ownGroup = process.platform !== 'win32';
const vitestArguments = process.argv.slice(2).filter((argument) => ![`--${size}`, '--keep-costs'].includes(argument));
const count = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failures = [];
/** If the machine freezes for seconds, the files that run at that moment fail. More have another cause. */
const MOST_FILES_AGAIN = 12;
/** How many files the list of the most expensive ones names. */
const MOST_EXPENSIVE = 10;
/** @type {Map<string, number>} CPU seconds of each file; of one that ran again, the last time */
const costs = new Map();
/** @type {string[]} tests that failed next to others and passed alone */
const raced = [];
/** @type {import('node:child_process').ChildProcess | undefined} */
let running;

process.on('exit', () => {
  sayCosts();
  if (process.argv.includes('--keep-costs')) keepCosts();
  if (raced.length > 0) say(`\nFAILED ONCE, PASSED ALONE\n${raced.map((name) => `  ! ${name}`).join('\n')}\n`);
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

const { packages, native } = startInstall('all');
if (await step('install', () => packages)) {
  await step('types', () => run('node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false'));
  await step('types of the Portal', () =>
    run('node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '-p', 'src/renderer'),
  );
  await step('types of the SDK', async () => {
    for (const project of ['sdk', 'test/sdk'])
      await run('node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '-p', project);
  });
  await step('lint', () => run('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'));
  await step('unused code', () => run('node_modules/knip/bin/knip.js', '--config', 'build/knip.json', '--no-progress'));
  const isBundled = await step('bundle', () => bundle());
  await step('SDK', () => run('build/sdk-build.mjs'));
  await step('Portal', () => run('build/portal-build.mjs'));
  await step('desktop app', () => run('build/desktop-build.mjs'));
  // It is compiled while the rest is installed, checked and built.
  if ((await step('native code', () => native)) && isBundled) await runVitest();
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
  const found = await vitest(...(size === 'long' ? [] : ['--no-isolate']), ...vitestArguments);
  count.passed += found.passed;
  count.skipped += found.skipped;
  const again = size === 'quick' || size === 'long' || found.failed.length > MOST_FILES_AGAIN ? [] : found.failed;
  for (const { failures } of found.failed.filter((file) => !again.includes(file))) failures.forEach(fail);
  for (const file of again) await runAgain(file);
  for (const fault of found.faults) fail(fault);
}

/**
 * Runs a file with failures once more, alone. One that passes now raced with the load of the other files: it is named
 * in the output, so that it gets fixed, and is not a failure.
 * @param {FailedFile} file
 */
async function runAgain({ name, passed, skipped, failures: first }) {
  say(`── once more, alone: ${name}\n`);
  const found = await vitest(name, '--maxWorkers=1');
  const failed = found.failed.flatMap((file) => file.failures);
  [...failed, ...found.faults].forEach(fail);
  // The file counts as it came out now.
  count.passed += found.passed - passed;
  count.skipped += found.skipped - skipped;
  if (failed.length + found.faults.length === 0) raced.push(...first);
}

/**
 * @typedef {{ name: string, passed: number, skipped: number, failures: string[] }} FailedFile
 * @typedef {{ passed: number, skipped: number, failed: FailedFile[], faults: string[] }} Found `faults` are outside any
 *   test: an unhandled rejection, a failed set-up, no report
 */

/**
 * @param {string[]} args
 * @returns {Promise<Found>}
 */
async function vitest(...args) {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-report-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [report, more] = [join(folder, 'report.json'), join(folder, 'more.json')];
  process.env.REDEEMD_TEST_REPORT = more;
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./build/run-report.mjs'];
  const command = ['run', '--config', 'build/vitest.config.ts', ...reporters, `--outputFile.json=${report}`];
  const exit = await run('node_modules/vitest/vitest.mjs', ...command, ...args).then(
    () => null,
    (error) => `tests: ${error instanceof Error ? error.message : error}`,
  );
  try {
    const found = readReport(report);
    /** @type {import('./run-report.mjs').RunReport} */
    const { unhandled, costs: ofFiles } = JSON.parse(readFileSync(more, 'utf8'));
    for (const { name, seconds } of ofFiles) costs.set(name, seconds);
    const isExplained = exit === null || (found.failed.length > 0 && unhandled === 0);
    return { ...found, faults: isExplained ? [] : [exit] };
  } catch {
    return { passed: 0, skipped: 0, failed: [], faults: [exit ?? 'tests: vitest left no report'] };
  }
}

/** @param {string} report a file of vitest's json reporter */
function readReport(report) {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  /** @type {FailedFile[]} */
  const failed = [];
  for (const file of testResults) {
    if (file.status !== 'failed') continue;
    const name = file.name.slice(root.length + 1);
    /** @type {{ status: string, fullName: string }[]} */
    const tests = file.assertionResults;
    const names = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => `${name}: ${fullName}`);
    const passed = tests.filter(({ status }) => status === 'passed').length;
    const failures = names.length > 0 ? names : [`${name}: the file failed outside its tests`];
    failed.push({ name, passed, skipped: tests.length - passed - names.length, failures });
  }
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, failed };
}

/** So that growth is seen: what the run cost, and the files that cost most. */
function sayCosts() {
  const top = [...costs].sort(([, a], [, b]) => b - a).slice(0, MOST_EXPENSIVE);
  const lines = top.map(([name, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${name}\n`);
  if (lines.length > 0) say(`\nTHE MOST EXPENSIVE FILES, BY CPU TIME\n${lines.join('')}`);
  say(`\nCPU time of the whole run: ${(cpuSecondsOfTree() / 60).toFixed(1)} min\n`);
}

/** Of files that did not run now, the last measure stays. */
function keepCosts() {
  const file = join(root, 'test/costs.json');
  const measured = Object.fromEntries([...costs].map(([name, seconds]) => [name, Math.ceil(seconds)]));
  const all = Object.entries({ ...JSON.parse(readFileSync(file, 'utf8')), ...measured });
  const kept = all.filter(([name]) => existsSync(join(root, name))).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

/** @param {string} what */
function fail(what) {
  count.failed += 1;
  failures.push(what);
}

/**
 * Names the programs whose absence skips tests, so that the reader can install them. The last two have tests in
 * the full and the long run.
 */
function whySkipped() {
  const isFull = size === 'full' || size === 'long';
  const reasons = [
    shellPath() === null && 'no Chromium on this machine: the Portal’s tests did not run',
    size !== 'quick' && browserPath() === null && 'no whole Chromium: the SDK was not tried in it',
    isFull && firefoxPath() === null && 'no Firefox: the SDK was not tried in it',
    isFull && webkitPaths() === null && 'no WebKitWebDriver with Xvfb: the SDK was not tried in WebKit',
  ].filter(Boolean);
  return reasons.length > 0 ? ` (${reasons.join('; ')})` : '';
}

/**
 * Writes synchronously, so that no text is lost on exit.
 * @param {string} text
 */
function say(text) {
  writeSync(1, text);
}
