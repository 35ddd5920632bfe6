// `npm run check` (--quick), `npm test`, `npm run test:full` (--full) and `npm run test:long` (--long): each does what
// the previous one does, and more. CONTRIBUTING.md lists what each of them runs. In `npm run test:long`, each file
// loads its own modules, which exposes a file that works only after another one. `npm run test:costs` runs `npm test`,
// or the part of it that its arguments name, and stores the cost of each file in test/costs.json; with `-- --full`, it
// stores the costs of `*.slow.test.ts`. Other arguments are passed to vitest. The last line is always `N passed, N
// failed[, N skipped]`; the exit code is 1 on any failure.
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
/** The length of the list of the most expensive files. */
const MOST_EXPENSIVE = 10;
/** @type {Map<string, number>} CPU seconds of each file */
const costs = new Map();
/** @type {import('node:child_process').ChildProcess | undefined} */
let running;

process.on('exit', () => {
  sayCosts();
  if (process.argv.includes('--keep-costs')) keepCosts();
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
  // Native code is compiled while the rest is installed, checked and built.
  if ((await step('native code', () => native)) && isBundled) await runVitest();
}
process.exit();

/**
 * Runs a check, which counts as one test.
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
  const [report, more] = [join(folder, 'report.json'), join(folder, 'more.json')];
  process.env.REDEEMD_TEST_REPORT = more;
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./build/run-report.mjs'];
  const command = ['run', '--config', 'build/vitest.config.ts', ...reporters, `--outputFile.json=${report}`];
  const isolation = size === 'long' ? [] : ['--no-isolate'];
  const exit = await run('node_modules/vitest/vitest.mjs', ...command, ...isolation, ...vitestArguments).then(
    () => null,
    (error) => `tests: ${error instanceof Error ? error.message : error}`,
  );
  try {
    const failed = countTests(report);
    /** @type {import('./run-report.mjs').RunReport} */
    const { unhandled, costs: ofFiles } = JSON.parse(readFileSync(more, 'utf8'));
    for (const { name, seconds } of ofFiles) costs.set(name, seconds);
    // Errors outside the tests are unhandled rejections or failed set-ups.
    if (exit !== null && (failed === 0 || unhandled > 0)) fail(exit);
  } catch {
    fail(exit ?? 'tests: vitest wrote no report');
  }
}

/**
 * Counts the tests in vitest's JSON report. @returns the number of failures
 * @param {string} report
 */
function countTests(report) {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const before = count.failed;
  for (const file of testResults) {
    if (file.status !== 'failed') continue;
    const name = file.name.slice(root.length + 1);
    /** @type {{ status: string, fullName: string }[]} */
    const tests = file.assertionResults;
    const failed = tests.filter(({ status }) => status === 'failed');
    for (const { fullName } of failed) fail(`${name}: ${fullName}`);
    if (failed.length === 0) fail(`${name}: the file failed outside its tests`);
  }
  count.passed += numPassedTests;
  count.skipped += numPendingTests + numTodoTests;
  return count.failed - before;
}

/** Prints the cost of the run and the most expensive files, so that growth is noticed. */
function sayCosts() {
  const top = [...costs].sort(([, a], [, b]) => b - a).slice(0, MOST_EXPENSIVE);
  const lines = top.map(([name, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${name}\n`);
  if (lines.length > 0) say(`\nTHE MOST EXPENSIVE FILES, BY CPU TIME\n${lines.join('')}`);
  say(`\nCPU time of the whole run: ${(cpuSecondsOfTree() / 60).toFixed(1)} min\n`);
}

/** Stores the costs of the slow files with `--full`, otherwise of the others. Files that did not run keep theirs. */
function keepCosts() {
  const file = join(root, 'test/costs.json');
  const limited = [...costs].filter(([name]) => name.endsWith('.slow.test.ts') === (size === 'full'));
  const measured = Object.fromEntries(limited.map(([name, seconds]) => [name, Math.ceil(seconds)]));
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
 * Names the missing programs that the skipped tests need, so that the reader can install them. Only `test:full` and
 * `test:long` use Firefox and WebKit.
 */
function whySkipped() {
  const isFull = size === 'full' || size === 'long';
  const reasons = [
    shellPath() === null && 'no Chromium on this machine: the Portal’s tests did not run',
    size !== 'quick' && browserPath() === null && 'no full Chromium: the SDK was not tested in Chromium',
    isFull && firefoxPath() === null && 'no Firefox: the SDK was not tested in Firefox',
    isFull && webkitPaths() === null && 'no WebKitWebDriver or no Xvfb: the SDK was not tested in WebKit',
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
