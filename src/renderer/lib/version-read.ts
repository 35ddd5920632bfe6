import { useState } from 'react';

/**
 * The version to send with a form's fields, and a function to call after the form was saved and stays open. A newer
 * object counts as read if it has the same values in the fields of the form; otherwise the daemon must refuse to save.
 */
export function useVersionRead<T extends { version: number }>(
  latest: T,
  fieldsOf: (object: T) => unknown,
): [version: number, onSaved: (saved: T) => void] {
  const [filledFrom, setFilledFrom] = useState(latest);
  const isSame = JSON.stringify(fieldsOf(latest)) === JSON.stringify(fieldsOf(filledFrom));
  return [isSame ? latest.version : filledFrom.version, setFilledFrom];
}
