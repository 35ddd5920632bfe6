import { gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import { digestOf, inAnyQuotes, URL_MARKER } from './sdk-build-rules.ts';

/** The SDK as an npm package. */
export interface SdkPackage {
  version: string;
  /** Part of the package's digest, so that the bytes at a URL never change. */
  hash: string;
  /** The file name, which contains the version and the hash. */
  file: string;
  /** The value for `integrity` in lock files. */
  integrity: string;
  bytes: Buffer;
}

/**
 * The modification time that npm sets for all files in a package. With the current time, the same files would have a
 * different hash each time.
 */
const FILE_TIME = Date.UTC(1985, 9, 26, 8, 15);

/**
 * Packs the files of the SDK's build for the daemon at `publicUrl`.
 * @param template the texts of the files by name, as JSON
 */
export function packFiles(template: string, publicUrl: string): SdkPackage {
  const files = JSON.parse(template) as Record<string, string>;
  const { version } = JSON.parse(files['package.json'] ?? '{}') as { version: string };
  const entries = Object.entries(files).map(([name, text]) => ({
    name: `package/${name}`,
    data: text.replaceAll(URL_MARKER, () => inAnyQuotes(publicUrl)),
    attrs: { mode: '644', mtime: FILE_TIME, uid: 0, gid: 0, user: '', group: '' },
  }));
  return sdkPackageOf(version, gzipSync(createTar(entries), { level: 9 }));
}

export function sdkPackageOf(version: string, bytes: Buffer): SdkPackage {
  const { hash, integrity } = digestOf('sha512', bytes);
  return { version, hash, file: `service-sdk-${version}-${hash}.tgz`, integrity, bytes };
}
