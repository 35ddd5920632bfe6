/** Widths in pixels by the columns' keys. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** The width in pixels that a column keeps at least. */
const LEAST_WIDTH = 60;

/** Returns the widths with another one for a column; null for the one that fits its content. */
export function withWidth(widths: ColumnWidths, key: string, width: number | null): ColumnWidths {
  const { [key]: _, ...others } = widths;
  return width === null ? others : { ...others, [key]: Math.max(LEAST_WIDTH, Math.round(width)) };
}
