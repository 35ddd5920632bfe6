import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { request } from 'undici';
import { requestFault } from './guarded-agent.ts';

/** The server and the key, named as in the daemon's settings. */
export interface S3Access {
  /** By default that of the region at Amazon. */
  s3Endpoint?: string | undefined;
  s3Region?: string | undefined;
  s3KeyId?: string | undefined;
  s3Secret?: string | undefined;
  /** The pauses before further attempts. */
  pausesMs?: readonly number[];
}

/** The fault of a bucket or its server. */
export class BucketFault extends Error {}

export const DEFAULT_REGION = 'us-east-1';
const PAUSES_MS = [200, 1000, 4000];
const RESPONSE_MS = 60_000;
const LEAST_BYTES_PER_MS = 50;
/** None of these characters is changed in a URL, so a key needs no encoding. */
const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/(?!\.\.?(?:\/|$))[\w.=-]+)*)$/;

export const isBucketUrl = (place: string): boolean => place.startsWith('s3://');
/** Removes slashes at the end, so that the keys of objects do not contain empty names. */
export const trimBucketUrl = (place: string): string => place.replace(/(?<=[^/:])\/+$/, '');
export const isValidBucketUrl = (place: string): boolean => BUCKET_URL.test(place);

interface Sending {
  headers?: Record<string, string>;
  bytes?: number;
  /** Called for each attempt. */
  body?: () => ReturnType<typeof createReadStream> | string;
  signal: AbortSignal;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface StoredFile {
  path: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

export type Bucket = ReturnType<typeof openBucket>;

/**
 * Reads and writes objects below `s3://bucket/prefix`. If the connection breaks or the server fails, a request is
 * repeated. Each method throws a `BucketFault` if the server refuses.
 */
export function openBucket(place: string, access: S3Access) {
  const { s3Region: region = DEFAULT_REGION, s3KeyId: accessKeyId, s3Secret: secretAccessKey } = access;
  const [, bucket, prefix = ''] = BUCKET_URL.exec(place) ?? [];
  if (!bucket) throw new Error(`${place} must be s3://bucket or s3://bucket/prefix`);
  if (!accessKeyId || !secretAccessKey)
    throw new Error(`To write to ${place}, set REDEEMD_S3_KEY_ID and REDEEMD_S3_SECRET`);
  const root = `${access.s3Endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}${prefix}`;

  async function ask(method: string, key: string, { headers = {}, bytes = 0, body, signal }: Sending): Promise<Answer> {
    const keys = {
      service: 's3',
      region,
      accessKeyId: accessKeyId as string,
      secretAccessKey: secretAccessKey as string,
    };
    const signed = await new AwsV4Signer({ method, url: `${root}/${key}`, headers, ...keys }).sign();
    const late = AbortSignal.timeout(RESPONSE_MS + Math.ceil(bytes / LEAST_BYTES_PER_MS));
    const response = await request(signed.url, {
      method: method as 'GET',
      headers: { ...Object.fromEntries(signed.headers), ...(body ? { 'content-length': String(bytes) } : {}) },
      body: body?.() ?? null,
      signal: AbortSignal.any([signal, late]),
    });
    return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
  }

  async function send(method: string, key: string, sending: Sending): Promise<Answer> {
    const pauses = [...(access.pausesMs ?? PAUSES_MS)];
    for (;;) {
      const answer = await ask(method, key, sending).catch((error: unknown) => requestFault(error));
      sending.signal.throwIfAborted();
      if (typeof answer !== 'string' && answer.status < 500 && answer.status !== 429) return answer;
      const pause = pauses.shift();
      if (pause === undefined)
        throw typeof answer === 'string' ? new BucketFault(`${root}: ${answer}`) : refusal(method, key, answer);
      await sleep(pause, undefined, { signal: sending.signal });
    }
  }

  async function put(
    key: string,
    body: Sending['body'],
    file: Omit<StoredFile, 'path'> & { md5: string },
    signal: AbortSignal,
  ) {
    const { bytes, sha256, md5 } = file;
    const checksum = Buffer.from(sha256, 'hex').toString('base64');
    const answer = await send('PUT', key, {
      headers: {
        'x-amz-content-sha256': sha256,
        'x-amz-checksum-sha256': checksum,
        'content-md5': Buffer.from(md5, 'hex').toString('base64'),
      },
      ...{ bytes, body, signal },
    });
    if (answer.status !== 200) throw refusal('PUT', key, answer);
    // A bucket with encryption keys of its own has other ETags, but such servers respond with the checksum.
    const { 'x-amz-checksum-sha256': stored, etag } = answer.headers;
    if (stored === undefined ? etag !== `"${md5}"` : stored !== checksum)
      throw new BucketFault(`the server did not confirm the checksum of ${key}`);
  }

  return {
    /** Returns the text of an object; null if it does not exist. */
    async read(key: string, signal: AbortSignal): Promise<string | null> {
      const answer = await send('GET', key, { signal });
      if (answer.status === 200) return answer.text;
      if (answer.status === 404 && codeOf(answer) === 'NoSuchKey') return null;
      throw refusal('GET', key, answer);
    },
    /** Stores a file under a name, and returns once the server has confirmed its checksum. */
    async putFile(key: string, { path, bytes, sha256 }: StoredFile, signal: AbortSignal): Promise<void> {
      const md5 = createHash('md5');
      await pipeline(createReadStream(path), md5, { signal });
      await put(key, () => createReadStream(path), { bytes, sha256, md5: md5.digest('hex') }, signal);
    },
    async putText(key: string, text: string, signal: AbortSignal): Promise<void> {
      const hash = (name: string) => createHash(name).update(text).digest('hex');
      const bytes = Buffer.byteLength(text);
      await put(key, () => text, { bytes, sha256: hash('sha256'), md5: hash('md5') }, signal);
    },
    async remove(key: string, signal: AbortSignal): Promise<void> {
      const answer = await send('DELETE', key, { signal });
      if (![200, 204, 404].includes(answer.status)) throw refusal('DELETE', key, answer);
    },
  };
}

const tagOf = (name: string, { text }: Answer) => new RegExp(`<${name}>([^<]{1,300})`).exec(text)?.[1];
const codeOf = (answer: Answer) => tagOf('Code', answer);

const refusal = (method: string, key: string, answer: Answer) =>
  new BucketFault(
    [`${method} ${key}: ${answer.status}`, codeOf(answer), tagOf('Message', answer)].filter(Boolean).join(' '),
  );
