const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1000;

/** Formats bytes in the largest unit that fits: 950 kB, 1.2 GB. */
export function bytesInWords(bytes: number): string {
  const power = BYTE_UNITS.findLastIndex((_unit, at) => at === 0 || bytes >= STEP ** at);
  const format: Intl.NumberFormatOptions = { style: 'unit', unit: BYTE_UNITS[power], maximumFractionDigits: 1 };
  // The short name of a byte has no plural.
  const unitDisplay = power === 0 ? 'long' : 'short';
  return new Intl.NumberFormat('en', { ...format, unitDisplay }).format(bytes / STEP ** power);
}

const SECOND_MS = 1000;
const PARTS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** Formats a duration in its two largest units: 0.4 s, 12 s, 3 min 20 s, 2 h 5 min. */
export function durationInWords(ms: number): string {
  if (ms < 9950) return `${Math.round(ms / 100) / 10} s`;
  const seconds = Math.round(ms / SECOND_MS);
  const first = PARTS.findIndex(([, size]) => seconds >= size);
  const [large, small] = [PARTS[first], PARTS[first + 1]];
  if (!large) return '0 s';
  const [unit, size] = large;
  const rest = small ? Math.floor((seconds % size) / small[1]) : 0;
  return `${Math.floor(seconds / size)} ${unit}${small && rest > 0 ? ` ${rest} ${small[0]}` : ''}`;
}
