import { locale } from './locale.ts';

const HOUR_MS = 3_600_000;

/** Returns labels for the days or hours of a series, in the organisation's zone. */
export function seriesLabels(step: 'hour' | 'day', timeZone: string) {
  const short: Intl.DateTimeFormatOptions =
    step === 'hour' ? { weekday: 'short', hour: '2-digit', minute: '2-digit' } : { month: 'short', day: 'numeric' };
  const long: Intl.DateTimeFormatOptions = {
    ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
    ...(step === 'hour' && { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' }),
  };
  const onAxis = new Intl.DateTimeFormat(locale, { ...short, timeZone });
  const inFull = new Intl.DateTimeFormat(locale, { ...long, timeZone });
  return {
    axis: (at: string) => onAxis.format(new Date(at)),
    full: (at: string) => inFull.format(new Date(at)),
    /** Returns whether the step that starts at an instant has not ended yet. */
    isOpen: (at: string, now: number) =>
      step === 'hour' ? Date.parse(at) > now - HOUR_MS : inFull.format(new Date(at)) === inFull.format(now),
  };
}

/** Formats a period of whole days or hours, such as "1–7 Nov". The end itself is not part of the period. */
export function formatPeriod(from: number, to: number, step: 'hour' | 'day', timeZone: string): string {
  const style: Intl.DateTimeFormatOptions =
    step === 'hour'
      ? { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }
      : { day: 'numeric', month: 'short' };
  return new Intl.DateTimeFormat(locale, { ...style, timeZone }).formatRange(from, step === 'hour' ? to : to - 1);
}
