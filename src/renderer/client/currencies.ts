import { currencies, currencyDigits } from '../../../daemon/contract/currencies.ts';
import { currencyLabel } from '../lib/currency-label.ts';

/** Lists all currencies with their names for a select. */
export const currencyOptions = currencies.map((value) => ({ value, label: currencyLabel(value) }));

/** Returns the number of decimal digits that the daemon sets if a change of currency does not specify it. */
export const digitsOf = (currency: string) => currencyDigits(currency) ?? 2;
