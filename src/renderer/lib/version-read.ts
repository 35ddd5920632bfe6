import { useState } from 'react';

/**
 * The version to send with a form's fields, and a function to call when an open form shows an object anew: after a save,
 * or after its fields were filled again. A newer object counts as read if the fields of the form have the same values in
 * it; otherwise the daemon must refuse to save.
 */
export function useVersionRead<T extends { version: number }>(
  latest: T,
  fieldsOf: (object: T) => unknown,
): [version: number, onFilled: (from: T) => void] {
  const [filledFrom, setFilledFrom] = useState(latest);
  const isSame = JSON.stringify(fieldsOf(latest)) === JSON.stringify(fieldsOf(filledFrom));
  return [isSame ? latest.version : filledFrom.version, setFilledFrom];
}
