import { plural } from '../../../lib/plural.ts';

/** The texts of emails in English, the model for other languages. Amounts and dates arrive formatted. */
export const en = {
  locale: 'en-GB',
  percent: (value: string) => `${value}%`,
  result: {
    subject: (date: string) => `Your results for ${date}`,
    hello: (name: string) => `Hello ${name},`,
    day: (date: string, zone: string, claims: number, revenue: string) =>
      `Your codes on ${date} (${zone}): ${plural(claims, 'claim')}, ${revenue} in revenue.`,
    soFar: (claims: number, revenue: string) => `So far: ${plural(claims, 'claim')}, ${revenue} in revenue.`,
    expected: (payout: string) => `Expected commission: ${payout}.`,
    campaignDay: (claims: number, revenue: string) => `That day: ${plural(claims, 'claim')}, ${revenue}`,
    campaignSoFar: (claims: number, revenue: string) => `So far: ${plural(claims, 'claim')}, ${revenue}`,
    tier: (percent: string, payout: string) => `Tier: ${percent}, expected commission ${payout}`,
    nextTier: (percent: string, missing: string) => `Next tier: ${percent}, after another ${missing} in revenue`,
    refunds: 'Refunds can still change the expected commission until it is paid.',
    unsubscribe: 'Unsubscribe from daily results',
  },
  pageLink: {
    subject: 'Your link to your creator page',
    once: (minutes: number) => `This link opens your page. It works once, within ${minutes} minutes of your request.`,
    ignore:
      'If you did not request this link, ignore this email. Do not forward it: the link signs in the person who opens it.',
    open: 'Open your page',
  },
  invitation: {
    subject: 'Your creator page',
    shows:
      'Your page shows your codes, what they have earned, and your payouts. You also enter your payout details there.',
    once: (days: number) =>
      `This link opens your page. It works once, within ${plural(days, 'day')}. After that, request a new link on the page.`,
    secret: 'Do not forward this email: the link signs in the person who opens it.',
  },
  address: {
    subject: 'Confirm your new email address',
    confirm: (minutes: number) =>
      `Open this link to use this address for your creator page from now on. It works once, within ${minutes} minutes of your request.`,
    ignore: 'If you did not request this, ignore this email, and nothing will change.',
    open: 'Use this address',
    changedSubject: 'The email address of your creator page was changed',
    changed: 'The email address of your creator page was changed. You will no longer get emails at this address.',
    notYou: 'If you did not make this change, contact the game’s team now.',
  },
  payoutDetails: {
    approved: 'Your new payout details are in use',
    used: 'The payout details that you entered were approved. They will apply to your next payouts.',
    notYou: 'If you did not enter these details, contact the game’s team now.',
    rejected: 'Your new payout details were not accepted',
    kept: 'The payout details that you entered were not accepted. Your previous details still apply to your payouts.',
    reason: (reason: string) => `Reason: ${reason}`,
  },
  report: {
    subject: (first: string, last: string) => `Your weekly report: ${first} to ${last}`,
    week: (first: string, last: string, zone: string) => `The week from ${first} to ${last} (${zone}):`,
    claims: (now: string, before: string) => `Claims: ${now} (previous week: ${before})`,
    payments: (now: string, before: string) => `Payments: ${now} (previous week: ${before})`,
    revenue: (now: string, before: string) => `Revenue: ${now} (previous week: ${before})`,
    creatorRevenue: (now: string, before: string) => `Revenue through creators: ${now} (previous week: ${before})`,
    refunded: (now: string, before: string) => `Refunds: ${now} (previous week: ${before})`,
    campaigns: 'Campaigns with the most revenue:',
    creators: 'Creators with the most revenue:',
    row: (name: string, claims: number, revenue: string) =>
      `${name}: ${plural(claims, 'claim')}, ${revenue} in revenue`,
    dashboard: 'Open the dashboard for that week',
    unsubscribe: 'Unsubscribe from the weekly report',
  },
  run: {
    prepared: {
      subject: (run: number) => `Payout run ${run} is ready for review`,
      news: (run: number) => `Payout run ${run} is ready for review. Check it, then approve it.`,
    },
    approved: {
      subject: (run: number) => `Payout run ${run} is approved`,
      news: (run: number) => `Payout run ${run} is approved and can be paid.`,
    },
    voided: {
      subject: (run: number) => `Payout run ${run} is void`,
      news: (run: number) => `Payout run ${run} is void. Do not pay it.`,
    },
    kinds: { monthly: 'monthly', campaign_end: 'campaign end', manual: 'manual' },
    kind: (kind: string) => `Kind: ${kind}`,
    period: (first: string, last: string) => `Period: ${first} to ${last}`,
    periodIn: (first: string, last: string, zone: string) => `Period: ${first} to ${last} (${zone})`,
    creators: (count: string) => `Creators: ${count}`,
    payable: (amount: string) => `Payable: ${amount}`,
    csv: (url: string) => `CSV: ${url}`,
    sha256: (hash: string) => `SHA-256 of the CSV: ${hash}`,
    attached: 'The CSV is attached.',
  },
};

export type MailTexts = typeof en;
