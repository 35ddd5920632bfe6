import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Node's words for a fault of a file. Of a worker's error only the words reach the command. */
const SYSTEM_ERROR = /^(E[A-Z]+): [^,]+, \w+(?: '(.*?)'(?: -> '.*')?)?$/s;

/** What is wrong with a file that a command was given, with its path; null if the error is of another kind. */
export function fileFault({ message }: Error): string | null {
  const [, code = '', path] = SYSTEM_ERROR.exec(message) ?? [];
  const place = path ?? 'the given path';
  switch (code) {
    case 'ENOENT':
      return existsSync(dirname(place)) ? `No file at ${place}.` : `The folder ${dirname(place)} does not exist.`;
    case 'EACCES':
      return `The user of this command may not use ${place}. Change its owner or permissions, or run the command as another user.`;
    case 'EISDIR':
      return `A folder is at ${place}, not a file.`;
    case 'EEXIST':
      return `${place} already exists. Choose another name.`;
    default:
      return null;
  }
}
