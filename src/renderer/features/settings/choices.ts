import { currencies, currencyDigits } from '../../../../daemon/contract/currencies.ts';
import { locale } from '../../lib/locale.ts';

const names = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' });

/** Returns the known choices, plus the current value if it is not one of them. */
const withPresent = (known: readonly string[], present: string) =>
  known.includes(present) ? [...known] : [present, ...known];

export const currencyOptions = (present: string) =>
  withPresent(currencies, present).map((value) => {
    const name = names.of(value);
    return { value, label: name ? `${value} · ${name}` : value };
  });

export const timeZoneOptions = (present: string) =>
  withPresent(['UTC', ...Intl.supportedValuesOf('timeZone')], present);

/** Returns the digits that the daemon sets if a change of the currency specifies none. */
export const digitsOf = (currency: string) => currencyDigits(currency) ?? 2;
