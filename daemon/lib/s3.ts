import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Account, BucketFault, codeOf, refusal, type Sending, send } from './s3-request.ts';

/** The server and the credentials, named as in the daemon's settings. */
export interface S3Access extends Pick<Account, 'pausesMs'> {
  /** By default, Amazon's server for the region. */
  s3Endpoint?: string | undefined;
  s3Region?: string | undefined;
  s3KeyId?: string | undefined;
  s3Secret?: string | undefined;
}

export const DEFAULT_REGION = 'us-east-1';
/** None of these characters is escaped in a URL, so object keys need no encoding. */
const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/(?!\.\.?(?:\/|$))[\w.=-]+)*)$/;

export const isBucketUrl = (place: string): boolean => place.startsWith('s3://');
/** Removes slashes at the end, so that the keys of objects do not contain empty names. */
export const trimBucketUrl = (place: string): string => place.replace(/(?<=[^/:])\/+$/, '');
export const isValidBucketUrl = (place: string): boolean => BUCKET_URL.test(place);

/**
 * Reads and writes objects below `s3://bucket/prefix`. Each method throws a `BucketFault` if the server refuses the
 * request.
 */
export function openBucket(place: string, access: S3Access) {
  const account = accountOf(place, access);
  return {
    /** Returns the text of an object; null if it does not exist. */
    async read(key: string, signal: AbortSignal): Promise<string | null> {
      const answer = await send(account, 'GET', key, { signal });
      if (answer.status === 200) return answer.text;
      if (answer.status === 404 && codeOf(answer) === 'NoSuchKey') return null;
      throw refusal('GET', key, answer);
    },
    /** Stores a file under a key, and returns once the server has confirmed its checksum. */
    async putFile(key: string, file: StoredFile, signal: AbortSignal): Promise<void> {
      const { path, bytes, sha256 } = file;
      const md5 = createHash('md5');
      await pipeline(createReadStream(path), md5, { signal });
      await put(account, key, { bytes, sha256, md5: md5.digest('hex'), body: () => createReadStream(path), signal });
    },
    async putText(key: string, text: string, signal: AbortSignal): Promise<void> {
      const hash = (name: string) => createHash(name).update(text).digest('hex');
      const bytes = Buffer.byteLength(text);
      await put(account, key, { bytes, sha256: hash('sha256'), md5: hash('md5'), body: () => text, signal });
    },
    async remove(key: string, signal: AbortSignal): Promise<void> {
      const answer = await send(account, 'DELETE', key, { signal });
      if (![200, 204, 404].includes(answer.status)) throw refusal('DELETE', key, answer);
    },
  };
}

function accountOf(place: string, access: S3Access): Account {
  const { s3Region: region = DEFAULT_REGION, s3KeyId: accessKeyId, s3Secret: secretAccessKey, pausesMs } = access;
  const [, bucket, prefix = ''] = BUCKET_URL.exec(place) ?? [];
  if (!bucket) throw new Error(`${place} must be s3://bucket or s3://bucket/prefix`);
  if (!accessKeyId || !secretAccessKey)
    throw new Error(`To write to ${place}, set REDEEMD_S3_KEY_ID and REDEEMD_S3_SECRET`);
  const root = `${access.s3Endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}${prefix}`;
  return { root, region, accessKeyId, secretAccessKey, pausesMs };
}

interface StoredFile {
  path: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

const base64Of = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

type Upload = Omit<Sending, 'headers'> & { sha256: string; md5: string };

async function put(account: Account, key: string, { sha256, md5, ...sending }: Upload): Promise<void> {
  const checksum = base64Of(sha256);
  const answer = await send(account, 'PUT', key, {
    ...sending,
    headers: { 'x-amz-content-sha256': sha256, 'x-amz-checksum-sha256': checksum, 'content-md5': base64Of(md5) },
  });
  if (answer.status !== 200) throw refusal('PUT', key, answer);
  // The ETag of an encrypted object is not its MD5, but servers that encrypt respond with the checksum.
  const { 'x-amz-checksum-sha256': stored, etag } = answer.headers;
  if (stored === undefined ? etag !== `"${md5}"` : stored !== checksum)
    throw new BucketFault(`the server did not confirm the checksum of ${key}`);
}
