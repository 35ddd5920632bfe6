import { data } from 'currency-codes';

/** Listed codes that are not payment currencies: metals, funds and units without a minor unit ("N.A." in ISO 4217). */
const WITHOUT_MINOR_UNIT = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '));
/** Missing from `currency-codes`: the Caribbean guilder, introduced in 2025. */
const LATER: [string, number][] = [['XCG', 2]];

const digitsOf = new Map(
  [...data.map(({ code, digits }): [string, number] => [code, digits]), ...LATER]
    .filter(([code]) => !WITHOUT_MINOR_UNIT.has(code))
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);

/** The codes of all ISO 4217 currencies with a defined number of decimals (0 or more). */
export const currencies: readonly string[] = [...digitsOf.keys()];

/**
 * Returns the number of decimals of an ISO 4217 currency, or undefined for other codes. Node's table differs for some
 * currencies.
 */
export const currencyDigits = (currency: string): number | undefined => digitsOf.get(currency);
