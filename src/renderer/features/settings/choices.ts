import { currencies, currencyDigits } from '../../../../daemon/contract/currencies.ts';
import { locale } from '../../lib/locale.ts';

const names = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' });

/** The known choices, and the present value, which may be another one. */
const withPresent = (known: readonly string[], present: string) =>
  known.includes(present) ? [...known] : [present, ...known];

export const currencyOptions = (present: string) =>
  withPresent(currencies, present).map((value) => {
    const name = names.of(value);
    return { value, label: name ? `${value} · ${name}` : value };
  });

export const timeZoneOptions = (present: string) =>
  withPresent(['UTC', ...Intl.supportedValuesOf('timeZone')], present);

/** The digits that the daemon sets when a change of the currency gives none. */
export const digitsOf = (currency: string) => currencyDigits(currency) ?? 2;
