/** Turns a text into a file name that every file system accepts. */
export const fileNameOf = (text: string) =>
  text
    .normalize()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
