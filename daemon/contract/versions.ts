import { z } from 'zod';
import { instantOut } from './fields.ts';
import { AppError } from './refusals.ts';

// Objects that several people edit have a version, which increases by one with each change.

const version = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** The version of an object in a response. */
export const versionOut = z.number().int();

/** Returns the body schema of a PATCH: the fields to change, and the version that the client read. */
export const changeBody = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject(fields).partial().extend({ version });

/** An optional field in an action's body. If absent, the action applies to any version. */
export const ifVersion = { version: version.optional() };

/** The body of an action without other fields; it can be absent. */
export const onlyIfVersion = z.strictObject(ifVersion).optional();

export interface VersionRead {
  /** Absent in the daemon's own calls, and in actions that apply to any version. */
  version?: number | undefined;
}

/** Throws `edit_conflict` if the client read a different version. The caller must have locked the row. */
export function refuseStale(row: { version: number }, { version: read }: VersionRead): void {
  if (read !== undefined && read !== row.version) throw new AppError('edit_conflict');
}

/** Who last changed an object, and when. */
export const changedByOut = z.object({ staff_id: z.number(), name: z.string(), at: instantOut }).nullable();
export type ChangedBy = NonNullable<z.output<typeof changedByOut>>;

/** Waits for a change and, if it fails with `edit_conflict`, adds the current object to the refusal. */
export async function withCurrent<T>(change: Promise<T>, readCurrent: () => Promise<object>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof AppError) || error.problem.code !== 'edit_conflict') throw error;
    throw new AppError({ code: 'edit_conflict', extra: { current: await readCurrent() } });
  }
}
