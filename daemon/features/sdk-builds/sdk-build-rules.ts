import { createHash } from 'node:crypto';

/** The placeholder in the SDK's build for the daemon's address. */
const URL_MARKER = '__REDEEMD_PUBLIC_URL__';
const VERSION = /service-sdk (\d+\.\d+\.\d+)/;
const HEAD_CHARACTERS = 200;

/** A script as browsers get it, with the name and the integrity of its bytes. */
export interface SdkBuild {
  /** From the same digest as the integrity, so that the bytes under an address never change. */
  hash: string;
  /** For a script tag's `integrity`. */
  integrity: string;
  script: string;
  version: string | null;
}

export const SDK_HASH = /^[0-9a-f]{32}$/;

export function sdkBuildOf(script: string): SdkBuild {
  const digest = createHash('sha384').update(script).digest();
  return {
    hash: digest.toString('hex').slice(0, 32),
    integrity: `sha384-${digest.toString('base64')}`,
    script,
    version: VERSION.exec(script.slice(0, HEAD_CHARACTERS))?.[1] ?? null,
  };
}

/**
 * The build that sends to `publicUrl`. Throws on a template without the placeholder, because it would send to no
 * address.
 */
export function addressedTo(template: string, publicUrl: string): SdkBuild {
  if (!template.includes(URL_MARKER)) throw new Error(`The build of the SDK does not hold ${URL_MARKER}`);
  // A function, because `$&` in a replacement text has a meaning.
  return sdkBuildOf(template.replaceAll(URL_MARKER, () => inAnyQuotes(publicUrl)));
}

/** Text for the inside of a string literal with any kind of quotes. */
const inAnyQuotes = (text: string) =>
  text.replace(/[^\w\-.~:/?#[\]@!&()*+,;=%]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
