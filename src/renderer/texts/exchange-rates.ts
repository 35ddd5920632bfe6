import { inLanguage } from './language.ts';

/** Exchange rates. */
const english = {
  title: 'Exchange rates',
  note: 'They convert payments in other currencies, once, when they are received.',
  import: 'Import',
  add: 'Add rate',
  currency: 'Currency',
  anyCurrency: 'Any currency',
  noCurrency: 'Currency not found',
  rate: 'Rate',
  oneIs: (currency: string, rate: string, own: string) => `1 ${currency} = ${rate} ${own}`,
  validFrom: 'Valid from',
  source: 'Source',
  sources: { staff: 'By hand', import: 'Import', job: 'Daily file', correction: 'Correction' },
  addedBy: 'Added by',
  server: 'Server',
  added: 'Added',
  none: 'No exchange rates',
  noneText:
    'Add the first rate if players pay in other currencies. From then on, the game must send the currency of every payment.',
  noneFor: (currency: string) => `No rates for ${currency}`,
  noneForText: (currency: string) => `Payments in ${currency} are refused until there is a rate.`,
  clear: 'Show all currencies',
  addTitle: 'Add exchange rate',
  addButton: 'Add rate',
  currencyMissing: 'Choose a currency',
  dayMissing: 'Choose a day',
  rateMissing: 'Enter a number above 0',
  rateHelp: (currency: string, own: string) => `${own} for 1 ${currency}`,
  rateHelpAny: (own: string) => `${own} for one unit of the currency`,
  validFromHelp: 'For payments from this day on, until a newer rate. Stored payments keep their rate.',
  done: 'Exchange rate added.',
};

export const exchangeRates = await inLanguage(english, 'exchange-rates');
