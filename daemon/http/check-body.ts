import { type EndpointName, endpoints } from '../contract/contract.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { AppError, type Problem } from '../contract/refusals.ts';
import { csvTextOf, parseGameEventsBody, parseJsonBody } from './json.ts';
import type { HttpRequest } from './messages.ts';
import { sizeOfJson } from './size-of-json.ts';
import { type CheckedPart, checkPart } from './validate.ts';
import type { ValidateInWorker } from './validate-in-worker.ts';

const JSON_TYPE = /^application\/json\s*(;.*)?$/i;
/** JSON is always UTF-8, so the daemon refuses bodies whose content type names another charset. */
const FOREIGN_CHARSET = /;\s*charset\s*=\s*(?!"?utf-?8"?\s*(;|$))/i;
const CSV_TYPE = /^text\/csv\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Bodies up to these limits take a few milliseconds to check, however many faults they have. */
const MOST_BYTES_HERE = 262_144;
const MOST_VALUES_HERE = 500;

/** Reads and checks a body. A large body is checked in a worker thread if the endpoint accepts large ones. */
export function checkBody(
  name: EndpointName,
  { body, headers }: HttpRequest,
  validateInWorker: ValidateInWorker,
): CheckedPart | Promise<CheckedPart> {
  const entry: Endpoint = endpoints[name];
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  const isEmpty = body !== null && body.length === 0;
  const isCsv = entry.csvBody === true && CSV_TYPE.test(type ?? '');
  // A request without a body needs no content type; the schema decides whether the body may be missing.
  const isJson = type !== undefined && JSON_TYPE.test(type) && !FOREIGN_CHARSET.test(type);
  const isKnown = isCsv || isJson || (isEmpty && type === undefined);
  if (!isKnown || encoding.toLowerCase() !== 'identity') throw new AppError('unsupported_media_type');
  if (body === null) throw new AppError(tooLarge(entry));
  if (isCsv) return checkPart(entry.body, { csv: csvTextOf(body) });
  if (isEmpty) return checkPart(entry.body, undefined);
  if (entry.maxBodyBytes !== undefined && isLarge(body)) return validateInWorker(name, body);
  return checkPart(entry.body, entry.events ? parseGameEventsBody(body) : parseJsonBody(body));
}

const isLarge = (body: Buffer) => body.length > MOST_BYTES_HERE || sizeOfJson(body).values > MOST_VALUES_HERE;

const tooLarge = ({ maxBodyBytes }: Endpoint): Problem => ({
  code: 'body_too_large',
  ...(maxBodyBytes ? { detail: `The body is larger than ${maxBodyBytes / 1_048_576} MiB.` } : {}),
});
