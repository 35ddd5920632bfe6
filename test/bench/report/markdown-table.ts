import type { Spread } from './spread.ts';

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** Formats a whole number, or one of 100 or more, without decimal places, and any other with one or two. */
export function figureText(value: number): string {
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en');
  return value.toFixed(size >= 10 ? 1 : 2);
}

/** Returns text such as `1.52 (1.44 to 1.60)`, or a dash if nothing was measured. */
export function spreadText(spread: Spread | null): string {
  if (!spread) return '–';
  const { median, least, most } = spread;
  if (least === most) return figureText(median);
  return `${figureText(median)} (${figureText(least)} to ${figureText(most)})`;
}
