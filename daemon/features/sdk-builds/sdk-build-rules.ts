import { createHash } from 'node:crypto';

/** The placeholder for the daemon's address in the SDK's build. */
export const URL_MARKER = '__REDEEMD_PUBLIC_URL__';
const VERSION = /service-sdk (\d+\.\d+\.\d+)/;
const HEAD_CHARACTERS = 200;

/** A script as browsers receive it, with the hash and the integrity of its bytes. */
export interface SdkBuild {
  /** Part of the same digest as the integrity, so that the bytes at a URL never change. */
  hash: string;
  /** The value for a script tag's `integrity`. */
  integrity: string;
  script: string;
  version: string | null;
}

export const SDK_HASH = /^[0-9a-f]{32}$/;

/** Returns a hash and the integrity of the content, both from the same digest. */
export function digestOf(algorithm: 'sha384' | 'sha512', content: string | Buffer) {
  const digest = createHash(algorithm).update(content).digest();
  return { hash: digest.toString('hex').slice(0, 32), integrity: `${algorithm}-${digest.toString('base64')}` };
}

export function sdkBuildOf(script: string): SdkBuild {
  return {
    ...digestOf('sha384', script),
    script,
    version: VERSION.exec(script.slice(0, HEAD_CHARACTERS))?.[1] ?? null,
  };
}

/**
 * Returns the build that sends events to `publicUrl`.
 * @throws if the template does not contain the placeholder, because the build would then have no address
 */
export function addressedTo(template: string, publicUrl: string): SdkBuild {
  if (!template.includes(URL_MARKER)) throw new Error(`The build of the SDK does not contain ${URL_MARKER}`);
  // The replacement is a function, because `$&` has a special meaning in replacement text.
  return sdkBuildOf(template.replaceAll(URL_MARKER, () => inAnyQuotes(publicUrl)));
}

/** Escapes text for use in a string literal with any kind of quotes. */
export const inAnyQuotes = (text: string) =>
  text.replace(/[^\w\-.~:/?#[\]@!&()*+,;=%]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
