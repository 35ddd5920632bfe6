import type { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { request } from 'undici';
import { requestFault } from './guarded-agent.ts';

const PAUSES_MS = [200, 1000, 4000];
const RESPONSE_MS = 60_000;
const LEAST_BYTES_PER_MS = 50;

/** An error from a bucket or its server. */
export class BucketFault extends Error {}

/** The location of the objects, and the credentials to access them. */
export interface Account {
  root: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The pauses before further attempts. */
  pausesMs?: readonly number[] | undefined;
}

export interface Sending {
  headers?: Record<string, string>;
  bytes?: number;
  /** Returns the body; called for each attempt. */
  body?: () => ReturnType<typeof createReadStream> | string;
  signal: AbortSignal;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

type Method = 'GET' | 'PUT' | 'DELETE';

/** Sends a signed request, and repeats it if the connection breaks or the server fails. */
export async function send(account: Account, method: Method, key: string, sending: Sending): Promise<Answer> {
  const pauses = [...(account.pausesMs ?? PAUSES_MS)];
  for (;;) {
    const answer = await attempt(account, method, key, sending).catch((error: unknown) => requestFault(error));
    sending.signal.throwIfAborted();
    if (typeof answer !== 'string' && answer.status < 500 && answer.status !== 429) return answer;
    const pause = pauses.shift();
    if (pause === undefined)
      throw typeof answer === 'string' ? new BucketFault(`${account.root}: ${answer}`) : refusal(method, key, answer);
    await sleep(pause, undefined, { signal: sending.signal });
  }
}

async function attempt({ root, ...keys }: Account, method: Method, key: string, sending: Sending): Promise<Answer> {
  const { headers = {}, bytes = 0, body, signal } = sending;
  const { region, accessKeyId, secretAccessKey } = keys;
  const signer = { method, url: `${root}/${key}`, headers, service: 's3', region, accessKeyId, secretAccessKey };
  const signed = await new AwsV4Signer(signer).sign();
  const late = AbortSignal.timeout(RESPONSE_MS + Math.ceil(bytes / LEAST_BYTES_PER_MS));
  const response = await request(signed.url, {
    method,
    headers: { ...Object.fromEntries(signed.headers), ...(body ? { 'content-length': String(bytes) } : {}) },
    body: body?.() ?? null,
    signal: AbortSignal.any([signal, late]),
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

const tagOf = (name: string, { text }: Answer) => new RegExp(`<${name}>([^<]{1,300})`).exec(text)?.[1];
export const codeOf = (answer: Answer) => tagOf('Code', answer);

export const refusal = (method: Method, key: string, answer: Answer) =>
  new BucketFault(
    [`${method} ${key}: ${answer.status}`, codeOf(answer), tagOf('Message', answer)].filter(Boolean).join(' '),
  );
