import { currencies, currencyDigits } from '../../../../daemon/contract/currencies.ts';

const names = new Intl.DisplayNames(undefined, { type: 'currency', fallback: 'none' });

/** What can be chosen, and what is set: it may be none of these. */
const withPresent = (known: readonly string[], present: string) =>
  known.includes(present) ? [...known] : [present, ...known];

export const currencyOptions = (present: string) =>
  withPresent(currencies, present).map((value) => {
    const name = names.of(value);
    return { value, label: name ? `${value} · ${name}` : value };
  });

export const timeZoneOptions = (present: string) =>
  withPresent(['UTC', ...Intl.supportedValuesOf('timeZone')], present);

/** As the daemon sets them where a change of the currency brings none along. */
export const digitsOf = (currency: string) => currencyDigits(currency) ?? 2;
