/** Returns text on one line for a spreadsheet. An apostrophe keeps the spreadsheet from reading it as a formula. */
export function safeCell(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return /^[=+\-@]/.test(line) ? `'${line}` : line;
}
