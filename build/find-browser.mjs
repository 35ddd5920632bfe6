import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The Chromium that tests of the Portal run in: REDEEMD_TEST_CHROMIUM, or the first on the path; null where there is none. */
export function browserPath() {
  const named = process.env.REDEEMD_TEST_CHROMIUM;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}
