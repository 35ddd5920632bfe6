/** Widths in pixels by the columns' keys. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** The minimum width of a column in pixels. */
const LEAST_WIDTH = 60;

/** Returns the widths with a new width for a column; null means a width that fits its content. */
export function withWidth(widths: ColumnWidths, key: string, width: number | null): ColumnWidths {
  const { [key]: _, ...others } = widths;
  return width === null ? others : { ...others, [key]: Math.max(LEAST_WIDTH, Math.round(width)) };
}
