import { AppError, sentenceOf } from '../contract/refusals.ts';
import { codeOf, rootFault } from '../db/faults.ts';
import { hostOf, hostUrls } from '../lib/postgres-urls.ts';
import { Unavailable } from '../lib/unavailable.ts';
import { fileFault } from './file-fault.ts';

/** SQLite's error codes, and those of Postgres for a failed sign-in, a missing database and connection errors. */
const OF_DATABASE = /^(SQLITE_\w+|28\w{3}|3D000|08\w{3}|53\w{3}|57P\w\w)$/;

/** Describes a command's error for the operator. A database error names the database, but never its password. */
export function inWords(error: unknown, databaseUrl = ''): string {
  if (error instanceof AppError) return sentenceOf(error.problem);
  if (!(error instanceof Error)) return String(error);
  const isOut = error instanceof Unavailable;
  const fault = rootFault(isOut ? error.cause : error);
  if (!(isOut || OF_DATABASE.test(codeOf(fault)))) return fileFault(error) ?? error.message;
  const { what, hosts } = placeOf(databaseUrl);
  if (hosts.length > 0 && hosts.every((host) => error.message.includes(host))) return error.message;
  // If a host name has several addresses, the connection error has no message.
  const said = fault instanceof Error ? fault.message || codeOf(fault) || fault.name : String(fault);
  return `${what}: ${said}`;
}

function placeOf(url: string): { what: string; hosts: string[] } {
  if (!/^postgres(ql)?:/.test(url))
    return { what: `The database ${url.replace(/^sqlite:/, '')} cannot be used`, hosts: [] };
  const hosts = hostUrls(url).map(hostOf);
  return { what: `Postgres cannot be reached (${hosts.join(', ')})`, hosts };
}
