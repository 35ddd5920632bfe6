import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FIREFOX = ['firefox-esr', 'firefox'];

/**
 * The first of these programs on the path; null if none is there.
 * @param {readonly string[]} names
 */
function programPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

/** The whole Chromium: REDEEMD_TEST_CHROMIUM, or the first on the path; null if there is none. */
export const browserPath = () => process.env.REDEEMD_TEST_CHROMIUM || programPath(CHROMIUM);

/**
 * The Chromium that tests of the Portal run in. Its headless shell draws the same pages without the windows of a browser,
 * in two thirds of the time; it knows no profile of a user, which tests of the SDK need.
 */
export const shellPath = () =>
  process.env.REDEEMD_TEST_CHROMIUM || programPath(['chromium-headless-shell']) || browserPath();

/**
 * The Firefox that the SDK's main scenarios also run in: REDEEMD_TEST_FIREFOX, or the first on the path; null if there
 * is none.
 */
export const firefoxPath = () => process.env.REDEEMD_TEST_FIREFOX || programPath(FIREFOX);

/**
 * WebKit's driver, which brings its own browser, and a virtual display; null if one of them is missing (Debian's
 * packages are webkit2gtk-driver and xvfb).
 */
export function webkitPaths() {
  const [driver, display] = [programPath(['WebKitWebDriver']), programPath(['Xvfb'])];
  return driver && display ? { driver, display } : null;
}
