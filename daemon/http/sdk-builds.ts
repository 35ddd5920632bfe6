import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { addressedTo, type SdkBuild, sdkBuildOf } from '../features/sdk-builds/sdk-build-rules.ts';
import { findSdkScript, keepSdkScript } from '../features/sdk-builds/sdk-builds-store.ts';
import type { Clock } from '../lib/clock.ts';

/** In a checkout, the build is in `sdk/dist/`; in a package of the daemon alone, it is next to the daemon's bundle. */
const FOLDERS = ['../../sdk/dist/', './sdk/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
const FILE = 'service-sdk.daemon.js';
/** The number of builds kept in memory by last use. The daemon reads other pinned builds from the database again. */
const MAX_IN_MEMORY = 20;

/** A build with its compressed bytes, so that a request needs no compression. */
export interface PackedBuild extends SdkBuild {
  identity: Buffer;
  gzip: Buffer;
  br: Buffer;
}

export interface SdkBuilds {
  /** Returns the build for this daemon's public URL; null if there is no file. The next call detects a new file. */
  current(): Promise<PackedBuild> | null;
  /** Resolves when the database contains the build, so that its URL stays valid forever. */
  keep(build: SdkBuild): Promise<void>;
  /** Finds any build that was ever stored. */
  find(hash: string): Promise<PackedBuild | null>;
}

export interface SdkBuildParts {
  db: Database;
  clock: Clock;
  publicUrl: () => string;
}

export function createSdkBuilds(
  { db, clock, publicUrl }: SdkBuildParts,
  folders: readonly string[] = FOLDERS,
): SdkBuilds {
  const packed = new LRUCache<string, PackedBuild>({ max: MAX_IN_MEMORY });
  const remember = async (build: SdkBuild) => {
    const made = packed.get(build.hash) ?? (await pack(build));
    packed.set(build.hash, made);
    return made;
  };
  let latest: { stamp: string; build: Promise<PackedBuild> } | null = null;
  let kept: { hash: string; done: Promise<void> } | null = null;
  return {
    current() {
      const found = findFile(folders);
      if (!found) return null;
      if (latest?.stamp === found.stamp) return latest.build;
      const build = readFile(found.path, 'utf8').then((template) => remember(addressedTo(template, publicUrl())));
      const mine = { stamp: found.stamp, build };
      latest = mine;
      build.catch(() => {
        if (latest === mine) latest = null;
      });
      return build;
    },
    keep(build) {
      if (kept?.hash === build.hash) return kept.done;
      const mine = { hash: build.hash, done: db.write((handle) => keepSdkScript(handle, build, clock())) };
      kept = mine;
      mine.done.catch(() => {
        if (kept === mine) kept = null;
      });
      return mine.done;
    },
    async find(hash) {
      const known = packed.get(hash);
      if (known) return known;
      const script = await db.read((handle) => findSdkScript(handle, hash));
      return script === null ? null : await remember(sdkBuildOf(script));
    },
  };
}

/** Finds the build's file with one `stat` for each folder. */
function findFile(folders: readonly string[]): { path: string; stamp: string } | null {
  for (const folder of folders) {
    const path = join(folder, FILE);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat) return { path, stamp: `${path} ${stat.mtimeMs} ${stat.size}` };
  }
  return null;
}

async function pack(build: SdkBuild): Promise<PackedBuild> {
  const identity = Buffer.from(build.script);
  const [gzipped, br] = await Promise.all([
    promisify(gzip)(identity, { level: 9 }),
    promisify(brotliCompress)(identity),
  ]);
  return { ...build, identity, gzip: gzipped, br };
}
