const FEWEST_LETTERS = 4;

export const holds = (label: string, text: string) => label.toLowerCase().includes(text.toLowerCase());

/**
 * Returns whether a word of the label starts with the text, except for one missing, extra or wrong letter, or two
 * swapped letters.
 */
export function isNearly(label: string, text: string): boolean {
  const typed = text.toLowerCase();
  const words = label.toLowerCase().split(' ');
  return typed.length >= FEWEST_LETTERS && words.some((_, at) => isOneSlip(words.slice(at).join(' '), typed));
}

function isOneSlip(word: string, typed: string): boolean {
  let same = 0;
  while (same < typed.length && word[same] === typed[same]) same += 1;
  const [rest, left] = [word.slice(same), typed.slice(same)];
  const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`;
  return (
    rest.slice(1).startsWith(left) ||
    rest.startsWith(left.slice(1)) ||
    rest.slice(1).startsWith(left.slice(1)) ||
    swapped.startsWith(left)
  );
}
