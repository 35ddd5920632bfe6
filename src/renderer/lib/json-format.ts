import { format } from 'jsonc-parser';

/** Indents JSON by two spaces. Only white space changes, so `1.10` and large numbers stay as they are. */
export function formatJson(text: string): string {
  const edits = format(text, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' });
  // The library's applyEdits copies the whole text for each edit, which takes seconds for thousands of edits.
  let out = '';
  let done = 0;
  for (const { offset, length, content } of edits) {
    out += text.slice(done, offset) + content;
    done = offset + length;
  }
  return out + text.slice(done);
}

export const NO_REWARDS = '[]';
/** Returns whether a text is an empty list, which means no rewards. */
export const isEmptyList = (text: string) => /^\s*\[\s*\]\s*$/.test(text);
