import { z } from 'zod';
import { AppError } from './refusals.ts';

// Objects that several people edit carry a version. It grows by one with each change.

const version = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** The version of an object in an answer. */
export const versionOut = z.number().int();

/** The body of a PATCH: the fields to change, and the version that the client read. */
export const changeBody = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject(fields).partial().extend({ version });

/** What the body of an action may contain: without a version, the action applies to the object as it is. */
export const ifVersion = { version: version.optional() };

/** The body of an action that takes nothing else; it may be missing. */
export const onlyIfVersion = z.strictObject(ifVersion).optional();

export interface VersionRead {
  /** Absent in a call by the daemon itself, and in an action that applies to the object as it is. */
  version?: number | undefined;
}

/** Call it under the lock of the row. */
export function refuseStale(row: { version: number }, { version: read }: VersionRead): void {
  if (read !== undefined && read !== row.version) throw new AppError('edit_conflict');
}

/** Runs a change; the refusal of a conflict then carries the object as it is now. */
export async function withCurrent<T>(change: Promise<T>, readCurrent: () => Promise<object>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof AppError) || error.problem.code !== 'edit_conflict') throw error;
    throw new AppError({ code: 'edit_conflict', extra: { current: await readCurrent() } });
  }
}
