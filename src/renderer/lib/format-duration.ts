import { locale } from './locale.ts';

const formatOf = (unit: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });

const UNITS = [
  { ms: 86_400_000, format: formatOf('day') },
  { ms: 3_600_000, format: formatOf('hour') },
  { ms: 60_000, format: formatOf('minute') },
] as const;
const seconds = formatOf('second');

/** Formats a duration in its largest unit, such as "2.5 days" or "40 sec". */
export function formatDuration(ms: number): string {
  const unit = UNITS.find((one) => ms >= one.ms);
  return unit ? unit.format.format(ms / unit.ms) : seconds.format(ms / 1000);
}
