import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Matches Node's message for a file error. If the error comes from a worker, the command receives only the message. */
const SYSTEM_ERROR = /^(E[A-Z]+): [^,]+, \w+(?: '(.*?)'(?: -> '.*')?)?$/s;

/** Describes a file error of a command, with the path. Returns null if the error is of another kind. */
export function fileFault({ message }: Error): string | null {
  const [, code = '', path] = SYSTEM_ERROR.exec(message) ?? [];
  const place = path ?? 'the given path';
  switch (code) {
    case 'ENOENT':
      return existsSync(dirname(place)) ? `No file at ${place}.` : `The folder ${dirname(place)} does not exist.`;
    case 'EACCES':
      return `The user of this command has no permission for ${place}. Change its owner or permissions, or run the command as another user.`;
    case 'EISDIR':
      return `${place} is a folder, not a file.`;
    case 'EEXIST':
      return `${place} already exists. Choose another name.`;
    default:
      return null;
  }
}
