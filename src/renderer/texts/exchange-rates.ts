import { plural } from '../lib/format.ts';
import { inLanguage } from './language.ts';

/** Exchange rates. */
const english = {
  title: 'Exchange rates',
  note: 'Each payment in another currency is converted once, when it is received.',
  import: 'Import',
  add: 'Add rate',
  currency: 'Currency',
  anyCurrency: 'Any currency',
  noCurrency: 'Currency not found',
  rate: 'Rate',
  oneIs: (currency: string, rate: string, own: string) => `1 ${currency} = ${rate} ${own}`,
  validFrom: 'Valid from',
  source: 'Source',
  sources: { staff: 'Manual', import: 'Import', job: 'Daily file', correction: 'Correction' },
  replacedBy: (rate: string) => `Replaced by ${rate}`,
  addedBy: 'Added by',
  server: 'Server',
  added: 'Added',
  actions: 'Actions',
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
  validFromHelp: 'For payments from this day on, until a newer rate takes effect. Stored payments keep their rate.',
  done: 'Exchange rate added.',
  correctionStates: {
    waiting: (rate: string) => `Correction to ${rate} awaiting approval`,
    running: (rate: string) => `Correction to ${rate} in progress`,
    done: (rate: string) => `Corrected to ${rate}`,
    rejected: (rate: string) => `Correction to ${rate} rejected`,
  },
  changedSoFar: (payments: number, difference: string) =>
    `Revenue from ${plural(payments, 'payment')} has changed by ${difference} in total.`,
  correct: 'Correct rate',
  correctTitle: 'Correct exchange rate',
  correctText: (rate: string) =>
    `The wrong rate is ${rate}. The correction will add the correct rate and change the creators’ revenue from payments that used the wrong rate. The next payout run will settle the difference. Existing payout runs and the payments themselves will not change.`,
  correctRate: 'New rate',
  reason: 'Reason',
  reasonHelp: 'Appears in the audit log and in the list of rates.',
  reasonMissing: 'Enter a reason',
  preview: 'Preview',
  effect: (payments: number, creators: number, difference: string) =>
    `The revenue of ${plural(creators, 'creator')} will change by ${difference} in total, across ${plural(payments, 'payment')}.`,
  noEffect: 'No creator’s revenue will change.',
  corrected: 'Rate corrected. The revenue will be updated within a minute.',
  requested: 'Correction requested. Another person must approve it.',
  approve: 'Approve correction',
  approveTitle: 'Approve correction',
  approveText: (rate: string, by: string, reason: string) => `${by} requested the rate ${rate}. Reason: ${reason}`,
  reject: 'Reject correction',
  approved: 'Correction approved. The revenue will be updated within a minute.',
  rejected: 'Correction rejected.',
  notDecided: 'The decision was not saved',
};

export const exchangeRates = await inLanguage(english, 'exchange-rates');
