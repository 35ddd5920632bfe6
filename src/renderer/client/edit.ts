import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { problemOf, Refused } from './ask.ts';

interface Versioned {
  version: number;
}

/** How a field of an object is shown where two people changed it. */
export interface FieldLook<V> {
  label: string;
  show?: (value: V) => ReactNode;
}
export type FieldLooks<F> = { [K in keyof F]-?: FieldLook<F[K]> };

/** What another person changed meanwhile, and what this person wants to change. */
export interface Conflict<T extends Versioned, F extends object> {
  /** The object as the form was filled from it. */
  read: T;
  /** The object as it is now. */
  current: T;
  mine: Partial<F>;
}

interface EditOptions<T extends Versioned, F extends object> {
  /** The newest that the screen knows of the object. */
  latest: T;
  /** The values of the form's fields, in the form of the API. */
  fieldsOf: (object: T) => F;
  save: (changes: Partial<F> & Versioned) => Promise<T>;
  onSaved: (changed: T) => void;
}

/**
 * Saves a form over an object that others may change too: sends only the changed fields, with the version that the form
 * was filled from. If another person changed the object meanwhile, `conflict` holds both sides until the user has chosen.
 */
export function useEdit<T extends Versioned, F extends object>({ latest, fieldsOf, save, onSaved }: EditOptions<T, F>) {
  const [filledFrom, setFilledFrom] = useState(latest);
  const [fills, setFills] = useState(0);
  const [conflict, setConflict] = useState<Conflict<T, F> | null>(null);
  // A newer object counts as read if the form would show the same.
  const read = isSame(fieldsOf(latest), fieldsOf(filledFrom)) ? latest : filledFrom;

  const finish = (changed: T) => {
    // The form shows what was merged.
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
      if (current) setConflict({ read, current, mine: changes });
    },
  });
  const send = (changes: Partial<F>, base: T) =>
    Object.keys(changes).length === 0 ? finish(base) : mutation.mutate({ changes, base });
  return {
    fieldsOf,
    filledFrom,
    /** Changes when the form must be filled anew, from `filledFrom`. */
    formKey: fills,
    submit: (fields: F) => send(changedFields(fieldsOf(read), fields), read),
    error: currentOf(mutation.error) ? null : mutation.error,
    isBusy: mutation.isPending,
    conflict,
    /** Saves the changes that the user kept over the object as it is now. */
    resolve: (kept: Partial<F>) => {
      if (conflict) send(kept, conflict.current);
    },
    /** Back to the form: nothing is saved, nothing is lost. */
    postpone: () => setConflict(null),
    /** The user gives up what was entered. */
    undo: () => {
      setFilledFrom(latest);
      setFills(fills + 1);
      mutation.reset();
    },
  };
}

/** The fields of `after` that differ from `before`. */
export const changedFields = <F extends object>(before: F, after: F): Partial<F> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(value, before[name as keyof F])),
  ) as Partial<F>;

/** The object as it is now, where the daemon refused a change because of another one. */
export function currentOf<T>(error: unknown): T | null {
  if (!(error instanceof Refused)) return null;
  const { code, current } = problemOf(error);
  return code === 'edit_conflict' && current ? (current as T) : null;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
