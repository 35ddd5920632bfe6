import { createHash } from 'node:crypto';

/** What the build of the SDK writes where the daemon's own address belongs. */
const URL_MARKER = '__REDEEMD_PUBLIC_URL__';
const VERSION = /service-sdk (\d+\.\d+\.\d+)/;
const HEAD_CHARACTERS = 200;

/** A script as browsers get it, under the name and the integrity that its bytes have. */
export interface SdkBuild {
  /** Of the same digest as the integrity, so that the bytes of an address can never be others. */
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

/** The build that sends to `publicUrl`. Throws on a template that names no place for it: it would send nowhere. */
export function addressedTo(template: string, publicUrl: string): SdkBuild {
  if (!template.includes(URL_MARKER)) throw new Error(`The build of the SDK does not hold ${URL_MARKER}`);
  // A function: in a replacement text, `$&` would have a meaning.
  return sdkBuildOf(template.replaceAll(URL_MARKER, () => inAnyQuotes(publicUrl)));
}

/** Text for the inside of a string literal, whichever quotes the build put around it. */
const inAnyQuotes = (text: string) =>
  text.replace(/[^\w\-.~:/?#[\]@!&()*+,;=%]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
