import { locale } from './locale.ts';

const names = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' });

/** Returns a currency's code with its name. */
export function currencyLabel(currency: string) {
  const name = names.of(currency);
  return name ? `${currency} · ${name}` : currency;
}
