import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Access } from '../../../daemon/lib/s3.ts';
import { listen } from '../servers/listen.ts';

/** A request that reached the server. */
interface Stored {
  method: string;
  key: string;
  isSigned: boolean;
  /** Whether its length and checksums are those of its body. */
  isWhole: boolean;
}

/** Called before the server receives a request. Returns true if it responded or closed the connection itself. */
export type Meddling = (request: IncomingMessage, response: ServerResponse) => boolean | undefined;

/** Flips a bit of each part of the request's body, as a broken network card might. */
export function damageBody(request: IncomingMessage): void {
  const emit = request.emit.bind(request);
  request.emit = (name: string | symbol, ...values: unknown[]) => {
    if (name === 'data' && Buffer.isBuffer(values[0])) values[0].writeUInt8((values[0][0] ?? 0) ^ 1, 0);
    return emit(name as 'data', ...values);
  };
}

/** Starts an S3 server that checks signatures and has a bucket named `archive`. */
export async function startBucket() {
  const directory = mkdtempSync(join(tmpdir(), 'redeemd-bucket-'));
  mkdirSync(join(directory, 'archive'));
  const answer = new S3rver({ directory, silent: true }).callback();
  const log: Stored[] = [];
  const state: { meddling: Meddling } = { meddling: () => false };
  const server = createServer((request, response) => {
    if (state.meddling(request, response)) return;
    note(request, log);
    answer(request, response);
  });
  const s3Endpoint = await listen(server);
  const pathOf = (key: string) => join(directory, 'archive', `${key}._S3rver_object`);
  return {
    access: {
      s3Endpoint,
      ...{ s3Region: 'eu-central-1', s3KeyId: 'S3RVER', s3Secret: 'S3RVER', pausesMs: [1, 1] },
    } satisfies S3Access,
    log,
    /** Later requests pass through `meddling` first. */
    meddle(meddling: Meddling) {
      state.meddling = meddling;
    },
    /** Lists the keys of complete objects. */
    keys: (): string[] =>
      readdirSync(join(directory, 'archive'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('._S3rver_metadata.json'))
        .map((name) => name.replace('._S3rver_metadata.json', ''))
        .sort(),
    bytesOf: (key: string): Buffer => readFileSync(pathOf(key)),
    has: (key: string): boolean => existsSync(pathOf(key)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function note(request: IncomingMessage, log: Stored[]): void {
  const { headers, method = '', url = '' } = request;
  const hashes = { sha256: createHash('sha256'), md5: createHash('md5') };
  let bytes = 0;
  const emit = request.emit.bind(request);
  request.emit = (name: string | symbol, ...values: unknown[]) => {
    if (name === 'data' && Buffer.isBuffer(values[0])) {
      for (const hash of Object.values(hashes)) hash.update(values[0]);
      bytes += values[0].length;
    }
    if (name === 'end') {
      const sha256 = hashes.sha256.digest();
      const isWhole =
        headers['content-length'] === String(bytes) &&
        headers['x-amz-content-sha256'] === sha256.toString('hex') &&
        headers['x-amz-checksum-sha256'] === sha256.toString('base64') &&
        headers['content-md5'] === hashes.md5.digest('base64');
      const isSigned = headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') === true;
      log.push({ method, key: url.replace('/archive/', ''), isSigned, isWhole });
    }
    return emit(name as 'end', ...values);
  };
}
