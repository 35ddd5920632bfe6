import { currencies, currencyDigits } from '../../../daemon/contract/currencies.ts';
import { locale } from '../lib/locale.ts';

const names = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' });

/** Lists all currencies with their names for a select. */
export const currencyOptions = currencies.map((value) => {
  const name = names.of(value);
  return { value, label: name ? `${value} · ${name}` : value };
});

/** Returns the digits that the daemon sets if a change of the currency specifies none. */
export const digitsOf = (currency: string) => currencyDigits(currency) ?? 2;
