import { format } from 'jsonc-parser';

/** JSON with two spaces of indentation: only the space between its tokens changes, so `1.10` and big numbers stay. */
export function formatJson(text: string): string {
  const edits = format(text, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' });
  // The library's applyEdits copies the whole text for each edit, which takes seconds where there are thousands.
  let out = '';
  let done = 0;
  for (const { offset, length, content } of edits) {
    out += text.slice(done, offset) + content;
    done = offset + length;
  }
  return out + text.slice(done);
}

export const NO_REWARDS = '[]';
/** Whether a text means no rewards at all. */
export const isEmptyList = (text: string) => /^\s*\[\s*\]\s*$/.test(text);
