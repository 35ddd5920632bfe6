import { PRODUCTION } from '../../contract/environment.ts';
import type { WebhookData } from '../../contract/webhook-events.ts';
import { dateOf } from '../../lib/days.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { plural } from '../../lib/plural.ts';

/** The content of an email, as plain text and as HTML. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** Outside production, the subject names the environment, so that finance does not pay from a staging email. */
export const subjectIn = (environment: string, subject: string) =>
  environment === PRODUCTION ? subject : `[${environment}] ${subject}`;

type Result = WebhookData<'creator.daily_result'>;
type Run = WebhookData<'payout.prepared'>;
interface Money {
  amount: string;
  currency: string;
}

const shown = ({ amount, currency }: Money) => `${amount} ${currency}`;

/** Puts a name that a client or creator chose on one line, without control and text-direction characters. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Composes the email to a creator with the results of one day and the totals so far. */
export function resultMail(result: Result, unsubscribeUrl: string): MailContent {
  const { date, display_name, creator_id, day, so_far, campaigns } = result;
  const lines = [
    `Hello ${plain(display_name ?? creator_id)},`,
    '',
    `Your codes on ${date} (${result.time_zone}): ${plural(day.claims, 'claim')}, ${shown(day.revenue)} in revenue.`,
    `So far: ${plural(so_far.claims, 'claim')}, ${shown(so_far.revenue)} in revenue.`,
    `Expected commission: ${shown(so_far.expected_payout)}.`,
    ...campaigns.flatMap((campaign) => ['', ...campaignLines(campaign)]),
    '',
    'Refunds can still change the expected commission until it is paid.',
  ];
  const unsubscribe = 'Unsubscribe from daily results';
  const link = `<p><small><a href="${escapeHtml(unsubscribeUrl)}">${unsubscribe}</a></small></p>`;
  return {
    subject: `Your results for ${date}`,
    text: `${lines.join('\n')}\n\n${unsubscribe}: ${unsubscribeUrl}\n`,
    html: page(`${paragraphs(lines)}${link}`),
  };
}

function campaignLines({ name, day, so_far, commission_tier, next_tier }: Result['campaigns'][number]): string[] {
  return [
    plain(name),
    `That day: ${plural(day.claims, 'claim')}, ${shown(day.revenue)}`,
    `So far: ${plural(so_far.claims, 'claim')}, ${shown(so_far.revenue)}`,
    `Tier: ${commission_tier}%, expected commission ${shown(so_far.expected_payout)}`,
    ...(next_tier
      ? [`Next tier: ${next_tier.percent}%, after another ${shown(next_tier.missing_revenue)} in revenue`]
      : []),
  ];
}

const RUN_NEWS: Record<string, [subject: string, sentence: string]> = {
  'payout.prepared': ['is ready for review', 'is ready for review. Check it, then approve it.'],
  'payout.approved': ['is approved', 'is approved and can be paid.'],
  'payout.voided': ['is void', 'is void. Do not pay it.'],
};

/** Returns the first and last day of a run in its time zone; for older messages without a zone, the two instants. */
function daysOf({ period_start, period_end, time_zone }: Omit<Run, 'time_zone'> & { time_zone?: string }): string {
  if (time_zone === undefined) return `${period_start} to ${period_end}`;
  const start = Date.parse(period_start);
  const last = Math.max(start, Date.parse(period_end) - 1);
  return `${dateOf(start, time_zone)} to ${dateOf(last, time_zone)} (${time_zone})`;
}

/** Composes the email to the client about a payout run. @param attached whether the email carries the CSV */
export function payoutMail(eventType: string, run: Run, attached: boolean): MailContent {
  const [subject, sentence] = RUN_NEWS[eventType] ?? ['has changed', 'has changed.'];
  const lines = [
    `Payout run ${run.run_id} ${sentence}`,
    '',
    `Kind: ${run.kind.replace('_', ' ')}`,
    `Period: ${daysOf(run)}`,
    `Creators: ${run.creators}`,
    `Payable: ${shown(run.payable)}`,
    `CSV: ${run.csv_url}`,
    `SHA-256 of the CSV: ${run.csv_sha256}`,
    ...(attached ? ['', 'The CSV is attached.'] : []),
  ];
  return {
    subject: `Payout run ${run.run_id} ${subject}`,
    text: `${lines.join('\n')}\n`,
    html: page(paragraphs(lines)),
  };
}

const paragraphs = (lines: readonly string[]) =>
  lines
    .join('\n')
    .split('\n\n')
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('');

const page = (content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>${content}</body></html>`;
