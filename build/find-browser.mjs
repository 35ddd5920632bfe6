import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FIREFOX = ['firefox-esr', 'firefox'];

/**
 * Returns the first of these programs on the PATH, or null if none exists.
 * @param {readonly string[]} names
 */
function programPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

/** Returns the path of the full Chromium: REDEEMD_TEST_CHROMIUM or the first one on the PATH; null if there is none. */
export const browserPath = () => process.env.REDEEMD_TEST_CHROMIUM || programPath(CHROMIUM);

/**
 * Returns the Chromium that tests of the Portal run in. The headless shell takes two thirds of the time but has no user
 * profile, which tests of the SDK need.
 */
export const shellPath = () =>
  process.env.REDEEMD_TEST_CHROMIUM || programPath(['chromium-headless-shell']) || browserPath();

/**
 * Returns the Firefox that the SDK's main scenarios also run in: REDEEMD_TEST_FIREFOX or the first one on the PATH, or
 * null if none exists.
 */
export const firefoxPath = () => process.env.REDEEMD_TEST_FIREFOX || programPath(FIREFOX);

/**
 * Returns WebKit's driver, which includes a browser, and a virtual display; null if one is missing. Debian's packages
 * are webkit2gtk-driver and xvfb.
 */
export function webkitPaths() {
  const [driver, display] = [programPath(['WebKitWebDriver']), programPath(['Xvfb'])];
  return driver && display ? { driver, display } : null;
}
