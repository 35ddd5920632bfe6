import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Database } from '../db/database.ts';
import { addressedTo, type SdkBuild, sdkBuildOf } from '../features/sdk-builds/sdk-build-rules.ts';
import {
  findSdkPackage,
  findSdkScript,
  keepSdkPackage,
  keepSdkScript,
} from '../features/sdk-builds/sdk-builds-store.ts';
import { packFiles, type SdkPackage, sdkPackageOf } from '../features/sdk-builds/sdk-package-rules.ts';
import type { Clock } from '../lib/clock.ts';
import { createKeptBuilds, type KeptBuilds } from './kept-builds.ts';

/** A build of the script with its compressed bytes, so that a request needs no compression. */
export interface PackedBuild extends SdkBuild {
  identity: Buffer;
  gzip: Buffer;
  br: Buffer;
}

export interface SdkBuilds {
  scripts: KeptBuilds<PackedBuild>;
  packages: KeptBuilds<SdkPackage>;
}

export interface SdkBuildParts {
  db: Database;
  clock: Clock;
  publicUrl: () => string;
}

export function createSdkBuilds({ db, clock, publicUrl }: SdkBuildParts, folders?: readonly string[]): SdkBuilds {
  const scripts = createKeptBuilds<PackedBuild>(
    {
      file: 'service-sdk.daemon.js',
      make: (template) => compress(addressedTo(template, publicUrl())),
      store: (build) => db.write((handle) => keepSdkScript(handle, build, clock())),
      async load(hash) {
        const script = await db.read((handle) => findSdkScript(handle, hash));
        return script === null ? null : await compress(sdkBuildOf(script));
      },
    },
    folders,
  );
  const packages = createKeptBuilds<SdkPackage>(
    {
      file: 'service-sdk.package.json',
      make: async (template) => packFiles(template, publicUrl()),
      store: (build) => db.write((handle) => keepSdkPackage(handle, build, clock())),
      async load(hash) {
        const found = await db.read((handle) => findSdkPackage(handle, hash));
        return found && sdkPackageOf(found.version, found.bytes);
      },
    },
    folders,
  );
  return { scripts, packages };
}

async function compress(build: SdkBuild): Promise<PackedBuild> {
  const identity = Buffer.from(build.script);
  const [gzipped, br] = await Promise.all([
    promisify(gzip)(identity, { level: 9 }),
    promisify(brotliCompress)(identity),
  ]);
  return { ...build, identity, gzip: gzipped, br };
}
