import pino, { type DestinationStream } from 'pino';
import pretty from 'pino-pretty';
import { errorCode } from './error-code.ts';

/** The only fields of a log line. Bodies, keys, tokens and queries cannot get into the log. */
export interface LogFields {
  requestId?: string | undefined;
  /** The request's `traceparent`, so that a trace leads to its log lines. */
  traceparent?: string | undefined;
  endpoint?: string | undefined;
  method?: string | undefined;
  status?: number | undefined;
  ms?: number | undefined;
  keyId?: number | undefined;
  staffId?: number | undefined;
  job?: string | undefined;
  period?: string | undefined;
  count?: number | undefined;
  signal?: string | undefined;
  /** The ID of the last row of the audit log, which can be checked only together with its `mac`. */
  auditId?: number | undefined;
  mac?: string | undefined;
  error?: unknown;
}

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const NAMES = [
  'requestId',
  'traceparent',
  'endpoint',
  'method',
  'status',
  'ms',
  'keyId',
  'staffId',
  'job',
  'period',
  'count',
  'signal',
  'auditId',
  'mac',
] as const satisfies (keyof LogFields)[];

/** Picks the known fields, because the type is not checked at run time. */
function pickFields(fields: LogFields): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of NAMES) if (fields[name] !== undefined) picked[name] = fields[name];
  if (fields.error !== undefined) picked.error = describeError(fields.error);
  return picked;
}

const MAX_CAUSES = 3;

/** Includes only an error's kind, message, code and stack, because other fields of database errors contain rows. */
function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { name, message, stack, cause } = error;
  const code = errorCode(error);
  return {
    kind: name,
    ...(hasParameters(error) ? { message: 'Failed query' } : { message, stack }),
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(cause, depth + 1) }),
  };
}

/**
 * Returns whether an error is drizzle's, whose message contains parameters and therefore perhaps personal data. Its
 * cause is logged instead.
 */
export const hasParameters = ({ message }: Error) => message.startsWith('Failed query:');

let dropped = 0;
const drop = () => {
  dropped += 1;
};
/** Returns how many lines could not be written. */
export const droppedLines = (): number => dropped;

/** Creates a log on stderr: JSON lines, or readable text on a terminal. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const readable = process.stderr.isTTY && !destination;
  const stream =
    destination ?? (readable ? pretty({ destination: 2, sync: true }) : pino.destination({ fd: 2, sync: true }));
  // The daemon must continue when it cannot write a line, such as on a full disk, so the line is dropped.
  if ('on' in stream) (stream as NodeJS.EventEmitter).on('error', drop);
  const lines = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  const at =
    (name: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}) => {
      if (lines.isLevelEnabled(name)) lines[name](pickFields(fields), message);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
