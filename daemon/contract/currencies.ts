import { data } from 'currency-codes';

/**
 * Codes of the list that are no currency for payments: metals, funds and units without a minor unit ("N.A." in ISO
 * 4217).
 */
const WITHOUT_MINOR_UNIT = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '));
/** Newer than the package's list: the Caribbean guilder (2025). */
const LATER: [string, number][] = [['XCG', 2]];

const digitsOf = new Map(
  [...data.map(({ code, digits }): [string, number] => [code, digits]), ...LATER]
    .filter(([code]) => !WITHOUT_MINOR_UNIT.has(code))
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);

/** Every currency of ISO 4217 with a defined number of decimals (0 or more), by its code. */
export const currencies: readonly string[] = [...digitsOf.keys()];

/** The number of decimals by ISO 4217; undefined for any other code. Node's own table differs for some currencies. */
export const currencyDigits = (currency: string): number | undefined => digitsOf.get(currency);
