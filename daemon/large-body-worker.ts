// This worker thread is bundled separately. Parsing and checking a body of 16 MiB takes seconds.
import { parentPort, workerData } from 'node:worker_threads';
import { endpoints } from './contract/contract.ts';
import type { Endpoint } from './contract/endpoint.ts';
import { AppError } from './contract/refusals.ts';
import { parseJsonBody } from './http/json.ts';
import { checkPart } from './http/validate.ts';
import type { Piece, ThreadReply, ThreadWork } from './http/validate-in-worker.ts';

const MOST_ENTRIES = 1000;

const { name, body, pieces } = workerData as ThreadWork;
parentPort?.postMessage(check());

function check(): ThreadReply {
  const entry: Endpoint = endpoints[name];
  try {
    const checked = checkPart(entry.body, parseJsonBody(Buffer.from(body.buffer), false));
    for (const piece of takeLongLists(checked.data, [])) pieces.postMessage(piece);
    return checked;
  } catch (error) {
    if (error instanceof AppError) return { problem: error.problem };
    throw error;
  }
}

/** Yields the entries of a value's long lists and empties these lists. */
function* takeLongLists(value: unknown, path: Piece['path']): Generator<Piece> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > MOST_ENTRIES) {
    for (let at = 0; at < value.length; at += MOST_ENTRIES) yield { path, entries: value.slice(at, at + MOST_ENTRIES) };
    value.length = 0;
    return;
  }
  const isList = Array.isArray(value);
  for (const [key, part] of Object.entries(value)) yield* takeLongLists(part, [...path, isList ? Number(key) : key]);
}
