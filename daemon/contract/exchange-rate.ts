/** The maximum numbers of significant digits and of decimals in a rate. */
export const MOST_DIGITS = 12;
export const MOST_DECIMALS = 18;

/**
 * Normalises the decimal text of a rate. Returns null unless it is above 0 and below 10^12 with at most 12 significant
 * digits.
 */
export function parseRate(text: string): string | null {
  const [, whole = '', fraction = ''] = /^0*(\d*)(?:\.(\d*?)0*)?$/.exec(text.trim()) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const isRate = digits !== '' && whole.length <= MOST_DIGITS && fraction.length <= MOST_DECIMALS;
  if (!isRate || digits.replace(/0+$/, '').length > MOST_DIGITS) return null;
  return fraction === '' ? whole : `${whole || '0'}.${fraction}`;
}
