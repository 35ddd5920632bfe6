import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ChangedBy } from '../../../daemon/contract/versions.ts';
import { problemOf, Refused } from './ask.ts';

interface Versioned {
  version: number;
}

/** How to display a field that two people changed. */
export interface FieldLook<V> {
  label: string;
  show?: (value: V) => ReactNode;
}
export type FieldLooks<F> = { [K in keyof F]-?: FieldLook<F[K]> };

/** Another person's changes since the form was filled, and the user's own changes. */
export interface Conflict<T extends Versioned, F extends object> {
  /** The object from which the form was filled. */
  read: T;
  /** The current object. */
  current: T;
  mine: Partial<F>;
  /** The person who made the last change; null if that is not known. */
  changedBy: string | null;
}

interface EditOptions<T extends Versioned, F extends object> {
  /** The newest version of the object that the screen has loaded. */
  latest: T;
  /** The values of the form's fields, in the format of the API. */
  fieldsOf: (object: T) => F;
  save: (changes: Partial<F> & Versioned) => Promise<T>;
  onSaved: (changed: T) => void;
}

/**
 * Saves a form for an object that others can change: sends only changed fields, with the version that was read. If
 * another person has changed the object since then, `conflict` holds both sides until the user chooses.
 */
export function useEdit<T extends Versioned, F extends object>({ latest, fieldsOf, save, onSaved }: EditOptions<T, F>) {
  const [filledFrom, setFilledFrom] = useState(latest);
  const [fills, setFills] = useState(0);
  const [conflict, setConflict] = useState<Conflict<T, F> | null>(null);
  // A newer object counts as read if the form would show the same values.
  const read = isSame(fieldsOf(latest), fieldsOf(filledFrom)) ? latest : filledFrom;

  const finish = (changed: T) => {
    // After a conflict the form must show the merged values.
    if (conflict) setFills(fills + 1);
    setConflict(null);
    setFilledFrom(changed);
    onSaved(changed);
  };
  const mutation = useMutation({
    mutationFn: ({ changes, base }: { changes: Partial<F>; base: T }) => save({ ...changes, version: base.version }),
    onSuccess: finish,
    onError: (error, { changes }) => {
      const current = currentOf<T>(error);
      if (current) setConflict({ read, current, mine: changes, changedBy: changerOf(error) });
    },
  });
  const send = (changes: Partial<F>, base: T) =>
    Object.keys(changes).length === 0 ? finish(base) : mutation.mutate({ changes, base });
  return {
    fieldsOf,
    filledFrom,
    /** Changes when the form must be filled again from `filledFrom`. */
    formKey: fills,
    submit: (fields: F) => send(changedFields(fieldsOf(read), fields), read),
    error: currentOf(mutation.error) ? null : mutation.error,
    isBusy: mutation.isPending,
    conflict,
    /** Saves the changes that the user kept, based on the current object. */
    resolve: (kept: Partial<F>) => {
      if (conflict) send(kept, conflict.current);
    },
    /** Returns to the form, which keeps its input unsaved. */
    postpone: () => setConflict(null),
    /** Discards the user's input. */
    undo: () => {
      setFilledFrom(latest);
      setFills(fills + 1);
      mutation.reset();
    },
  };
}

/** Returns the fields of `after` that differ from `before`. */
export const changedFields = <F extends object>(before: F, after: F): Partial<F> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(value, before[name as keyof F])),
  ) as Partial<F>;

/** Returns the current object if the daemon refused a change because someone else had changed the object. */
export function currentOf<T>(error: unknown): T | null {
  if (!(error instanceof Refused)) return null;
  const { code, current } = problemOf(error);
  return code === 'edit_conflict' && current ? (current as T) : null;
}

const changerOf = (error: unknown) => (problemOf(error).changed_by as ChangedBy | null | undefined)?.name ?? null;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
