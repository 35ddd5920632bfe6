import { locale } from './locale.ts';

export interface Money {
  amount: string;
  currency: string;
}

/** Formats money exactly, as in "−€3.50": Intl reads the amount as text, so no float is involved. */
export function formatMoney({ amount, currency }: Money): string {
  const digits = decimalsOf(amount);
  const key = `${currency} ${digits}`;
  const format = moneyFormats.get(key) ?? moneyFormat(currency, digits);
  moneyFormats.set(key, format);
  return format.format(amount as Intl.StringNumericLiteral).replace('-', '−');
}

/** Creating a formatter costs more than using it, and a list needs one in every row. */
const moneyFormats = new Map<string, Intl.NumberFormat>();
const moneyFormat = (currency: string, digits: number) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

/** Formats money for an axis, such as "€1.2K". */
export const formatMoneyShort = (value: number, currency: string) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }).format(value);

/** Formats the decimal text of an exchange rate with all its decimal places. */
export const formatRate = (rate: string) => rateFormat.format(rate as Intl.StringNumericLiteral);
const rateFormat = new Intl.NumberFormat(locale, { maximumFractionDigits: 18 });

export const decimalsOf = (amount: string) => amount.split('.')[1]?.length ?? 0;

const integer = new Intl.NumberFormat(locale);
export const formatCount = (value: number) => integer.format(value);
const list = new Intl.ListFormat(locale, { type: 'conjunction' });
export const formatList = (names: readonly string[]) => list.format(names);
const choice = new Intl.ListFormat(locale, { type: 'disjunction' });
/** Formats alternatives, such as "JP, KR or TW". */
export const formatChoice = (names: readonly string[]) => choice.format(names);
/** The daemon stops counting a list at this number. */
const MAX_TOTAL = 10_000;
export const formatTotal = (total: number) => `${formatCount(total)}${total >= MAX_TOTAL ? '+' : ''}`;
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
export const formatCountShort = (value: number) => compact.format(value);
const percent = new Intl.NumberFormat(locale, {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
export const formatShare = (ratio: number) => share.format(ratio);
const percentage = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
export const formatPercent = (value: number) => percentage.format(value / 100);
export const formatChange = (ratio: number) => percent.format(ratio);

function formatsOf(style: Intl.DateTimeFormatOptions) {
  const byZone = new Map<string | undefined, Intl.DateTimeFormat>();
  return (instant: string, timeZone?: string): string => {
    const format = byZone.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...style, timeZone });
    byZone.set(timeZone, format);
    return format.format(new Date(instant));
  };
}
/** Formats a day in the given time zone, or in the viewer's. */
export const formatDay = formatsOf({ dateStyle: 'medium' });
export const formatTime = formatsOf({ dateStyle: 'medium', timeStyle: 'short' });
const formatHour = formatsOf({ timeStyle: 'short' });
const formatWithZone = formatsOf({ timeZoneName: 'short' });
const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Formats a month such as "2026-12". */
export const formatMonth = (text: string) => month.format(new Date(`${text}-01T00:00:00Z`));
export const formatUtc = (instant: string) => `${formatTime(instant, 'UTC')} UTC`;

/** Formats a time in the organisation's zone, such as "15:00 CET"; null if the viewer's zone shows the same time. */
export function formatElsewhere(instant: string, zone: string, isDay = false): string | null {
  const format = isDay ? formatDay : formatTime;
  const there = format(instant, zone);
  if (there === format(instant)) return null;
  const isSameDay = formatDay(instant, zone) === formatDay(instant);
  return `${isSameDay ? formatHour(instant, zone) : there} ${zoneName(instant, zone)}`;
}

const zoneName = (instant: string, zone: string) => formatWithZone(instant, zone).split(' ').at(-1) ?? zone;

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
/** Formats a time relative to now, such as "3 hours ago" or "in 2 days". */
export function formatRelative(instant: string, now: number): string {
  const difference = Date.parse(instant) - now;
  for (const [unit, ms] of STEPS)
    if (Math.abs(difference) >= ms) return relative.format(Math.trunc(difference / ms), unit);
  return relative.format(0, 'second');
}

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
