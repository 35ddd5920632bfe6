import type { RefusalCode, RefusalFields } from './server-types.ts';
export interface FieldFault {
    /** Where the fault is, as a JSON Pointer, such as `/user_id`. */
    pointer: string;
    /** The kind of fault, as a code to branch on. */
    code: string;
    detail: string;
}
/** The daemon refused the request. See `isRefusal`. */
export declare class Refusal extends Error {
    readonly name = "Refusal";
    /** The HTTP status. */
    readonly status: number;
    /** The reason, as a code to branch on. */
    readonly code: RefusalCode;
    /** The ID of the request in the daemon's log. */
    readonly request_id: string;
    /** The faults in the request, if its form is wrong. */
    readonly errors: readonly FieldFault[];
    /** How long to wait before another attempt, in milliseconds; 0 if the daemon did not specify it. */
    readonly retryAfterMs: number;
}
/**
 * No response came in time, so it is unknown whether the daemon carried out the request. Repeat the request with the
 * same key or ID.
 */
export declare class NoResponse extends Error {
    readonly name = "NoResponse";
}
/**
 * Returns whether an error is a refusal or, if a code is given, a refusal with this code.
 *
 * ```ts
 * if (isRefusal(error, 'already_redeemed')) show(error.redemption_id);
 * ```
 */
export declare function isRefusal<C extends RefusalCode = RefusalCode>(error: unknown, code?: C): error is Refusal & {
    code: C;
} & (C extends keyof RefusalFields ? RefusalFields[C] : unknown);
export interface CallOptions {
    /** Your own ID for the request, which the daemon's log also contains. */
    requestId?: string;
    /** The trace of the request (W3C Trace Context), for the daemon's log and webhooks. */
    traceparent?: string;
    /** Aborts the call. It is then unknown whether the daemon carried out the request. */
    signal?: AbortSignal;
}
export interface RetryOptions {
    /** How long one attempt may take, in milliseconds. The default is 10,000. */
    timeoutMs?: number;
    /** For how long the SDK starts new attempts, in milliseconds. The default is 30,000. */
    patienceMs?: number;
}
interface Wanted {
    method: 'GET' | 'POST';
    path: string;
    query?: object | undefined;
    body?: unknown;
    headers?: Record<string, string>;
}
/** Sends requests with an API key, and repeats each until the daemon has handled it. */
export declare function createRequests(url: string, apiKey: string, { timeoutMs, patienceMs }: RetryOptions): <T>(wanted: Wanted, { requestId, traceparent, signal }?: CallOptions, recover?: (refusal: Refusal) => Promise<T | null>) => Promise<T>;
export {};
