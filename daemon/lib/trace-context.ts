import { AsyncLocalStorage } from 'node:async_hooks';

const traces = new AsyncLocalStorage<string>();

/** W3C Trace Context: version, trace ID, parent ID and flags. Later versions may append fields. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[\x21-\x7e]{0,200})?$/;

/** Returns the header `traceparent` of a request as the caller sent it; null if it is missing or not valid. */
export const traceparentOf = (header: unknown): string | null =>
  typeof header === 'string' && TRACEPARENT.test(header) ? header : null;

/** Runs the work for a request, so that messages about its changes can name its trace. */
export const withTrace = <T>(traceparent: string | null, work: () => T): T =>
  traceparent === null ? work() : traces.run(traceparent, work);

/** Returns the `traceparent` of the request that this work belongs to; null if it has none. */
export const currentTrace = (): string | null => traces.getStore() ?? null;
