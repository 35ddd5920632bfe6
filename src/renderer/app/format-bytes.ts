import { locale } from '../lib/locale.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const STEP = 1000;

/** Formats bytes in the most readable unit, such as 1.2 MB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(STEP)));
  const style = { style: 'unit', unit: UNITS[power], maximumFractionDigits: power === 0 ? 0 : 1 } as const;
  return new Intl.NumberFormat(locale, style).format(bytes / STEP ** power);
}
