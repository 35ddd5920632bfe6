import { readFileSync } from 'node:fs';
import leven from 'leven';

export type Env = Record<string, string | undefined>;

/** Variables of the project's other programs: its tests, compose.yaml and the packaging of the desktop app. */
const OTHER_PROGRAMS = /^REDEEMD_(TEST_\w+|IMAGE|UPDATES_URL)$/;

/** Names within two edits of a setting are probably typos. */
const TYPO_EDITS = 2;

export const fileNameOf = (name: string) => `${name}_FILE`;

/** Sets a secret to a default value unless its variable or its `_FILE` variable is set. */
export const withDefault = (env: Env, name: string, value: string): Env =>
  env[name] || env[fileNameOf(name)] ? env : { ...env, [name]: value };

/**
 * Returns a secret from its variable or from the file that its `_FILE` variable names; an empty variable counts as
 * unset. Throws if both are set, or if the file cannot be used.
 */
export function readSecret(env: Env, name: string): string | undefined {
  const file = env[fileNameOf(name)];
  if (!file) return env[name] || undefined;
  if (env[name]) throw new Error(`${name} and ${fileNameOf(name)} must not both be set`);
  const text = readText(fileNameOf(name), file).replace(/[\r\n]+$/, '');
  if (!text) throw new Error(`${fileNameOf(name)} must name a file that contains a secret; ${file} is empty`);
  return text;
}

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(
      `${name} must name a readable file; ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}

/** Matches a blank line, a comment, or NAME=value. A quoted value may span several lines. */
const ENV_ENTRY =
  /[^\S\n]*(?:#[^\n]*|(?:export[^\S\n]+)?[A-Za-z_][\w.-]*[^\S\n]*=[^\S\n]*(?:(["'`]).*?\1[^\n]*|[^\n]*))?(?:\n|$)/sy;

/** Throws if a line of `.env` is not an entry: Node would silently skip it and the next line. */
export function expectEntries(text: string): void {
  ENV_ENTRY.lastIndex = 0;
  for (let at = 0; at < text.length; at = ENV_ENTRY.lastIndex)
    if (!ENV_ENTRY.test(text))
      throw new Error(`.env line ${text.slice(0, at).split('\n').length}: expected NAME=value`);
}

/** Returns a fault for each unknown variable with the prefix of settings, so that none is silently ignored. */
export const unknownNames = (env: Env, known: readonly string[]): string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith('REDEEMD_') && env[name] && !known.includes(name) && !OTHER_PROGRAMS.test(name))
    .map((name) => {
      const meant = known.find((one) => leven(one, name) <= TYPO_EDITS);
      return `${name} is not a setting. ${meant ? `Did you mean ${meant}?` : '`redeemd --help` lists the settings.'}`;
    });
