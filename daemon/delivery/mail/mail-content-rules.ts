import { PRODUCTION } from '../../contract/environment.ts';
import type { WebhookData } from '../../contract/webhook-events.ts';
import type {
  AddressChanged,
  AddressLink,
  DetailsDecided,
  Invitation,
  PageLink,
  WeeklyReport,
} from '../../domain/messages.ts';
import { dateOf } from '../../lib/days.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import type { MailTexts } from './texts/en.ts';

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
type Report = WeeklyReport;
type RunNews = 'prepared' | 'approved' | 'voided';

const createFormats = (texts: MailTexts) => {
  const { locale } = texts;
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const numbers = new Intl.NumberFormat(locale);
  const amounts = new Map<number, Intl.NumberFormat>();
  const amountsWith = (decimals: number) => {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const format = amounts.get(decimals) ?? new Intl.NumberFormat(locale, digits);
    amounts.set(decimals, format);
    return format;
  };
  return {
    money: ({ amount, currency }: { amount: string; currency: string }) => {
      const format = amountsWith(amount.split('.')[1]?.length ?? 0);
      // As text, an amount keeps the digits that a number would lose.
      return `${format.format(amount as Intl.StringNumericLiteral)} ${currency}`;
    },
    percent: (percent: number) => texts.percent(numbers.format(percent)),
    count: (count: number) => numbers.format(count),
    date: (date: string) => dates.format(Date.parse(date)),
  };
};

/** The formats of each language are created once, because creating one takes longer than formatting many amounts. */
const formats = new Map<MailTexts, ReturnType<typeof createFormats>>();
function formatsOf(texts: MailTexts) {
  const known = formats.get(texts) ?? createFormats(texts);
  formats.set(texts, known);
  return known;
}

/** Puts an entered name or reason on one line, without control and text-direction characters. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Composes the email to a creator with the results of one day and the totals so far. */
export function resultMail(result: Result, texts: MailTexts, unsubscribeUrl: string): MailContent {
  const { display_name, creator_id, time_zone, day, so_far, campaigns } = result;
  const t = texts.result;
  const { money, date: formatDate } = formatsOf(texts);
  const date = formatDate(result.date);
  const lines = [
    t.hello(plain(display_name ?? creator_id)),
    '',
    t.day(date, time_zone, day.claims, money(day.revenue)),
    t.soFar(so_far.claims, money(so_far.revenue)),
    t.expected(money(so_far.expected_payout)),
    ...campaigns.flatMap((campaign) => ['', ...campaignLines(campaign, texts)]),
    '',
    t.refunds,
  ];
  return withLinks(t.subject(date), lines, [[t.unsubscribe, unsubscribeUrl]], texts);
}

function campaignLines(campaign: Result['campaigns'][number], texts: MailTexts): string[] {
  const { name, day, so_far, commission_tier, next_tier } = campaign;
  const t = texts.result;
  const { money, percent } = formatsOf(texts);
  return [
    plain(name),
    t.campaignDay(day.claims, money(day.revenue)),
    t.campaignSoFar(so_far.claims, money(so_far.revenue)),
    t.tier(percent(commission_tier), money(so_far.expected_payout)),
    ...(next_tier ? [t.nextTier(percent(next_tier.percent), money(next_tier.missing_revenue))] : []),
  ];
}

/** Composes the email with a link to a creator's page. */
export function pageLinkMail(link: PageLink, texts: MailTexts, url: string): MailContent {
  const { display_name, creator_id, minutes } = link;
  const t = texts.pageLink;
  const lines = [texts.result.hello(plain(display_name ?? creator_id)), '', t.once(minutes), '', t.ignore];
  return withLinks(t.subject, lines, [[t.open, url]], texts);
}

/** Composes the email to a creator whom staff invite to their page. */
export function invitationMail(invitation: Invitation, texts: MailTexts, url: string): MailContent {
  const { display_name, creator_id, days } = invitation;
  const t = texts.invitation;
  const lines = [texts.result.hello(plain(display_name ?? creator_id)), '', t.shows, '', t.once(days), t.secret];
  return withLinks(t.subject, lines, [[texts.pageLink.open, url]], texts);
}

/** Composes the email with which a creator confirms a new address. */
export function addressLinkMail(link: AddressLink, texts: MailTexts, url: string): MailContent {
  const { display_name, creator_id, minutes } = link;
  const t = texts.address;
  const lines = [texts.result.hello(plain(display_name ?? creator_id)), '', t.confirm(minutes), '', t.ignore];
  return withLinks(t.subject, lines, [[t.open, url]], texts);
}

/** Composes the email to a creator's previous address about the change. */
export function addressChangedMail(changed: AddressChanged, texts: MailTexts, url: string): MailContent {
  const { display_name, creator_id } = changed;
  const t = texts.address;
  const lines = [texts.result.hello(plain(display_name ?? creator_id)), '', t.changed, '', t.notYou];
  return withLinks(t.changedSubject, lines, [[texts.pageLink.open, url]], texts);
}

/** Composes the email to a creator about the decision on their new payout details. */
export function detailsMail(decision: DetailsDecided, texts: MailTexts, url: string): MailContent {
  const { display_name, creator_id, is_approved, reason } = decision;
  const t = texts.payoutDetails;
  const rejected = [t.kept, ...(reason === null ? [] : [t.reason(plain(reason))])];
  const lines = [
    texts.result.hello(plain(display_name ?? creator_id)),
    '',
    ...(is_approved ? [t.used, '', t.notYou] : rejected),
  ];
  return withLinks(is_approved ? t.approved : t.rejected, lines, [[texts.pageLink.open, url]], texts);
}

/** Composes the email to a member of staff with the figures of a week next to those of the previous week. */
export function reportMail(
  report: Report,
  texts: MailTexts,
  { publicUrl, unsubscribeUrl }: { publicUrl: string; unsubscribeUrl: string },
): MailContent {
  const { name, first_day, last_day, time_zone, totals, previous, campaigns, creators } = report;
  const t = texts.report;
  const { money, date, count } = formatsOf(texts);
  const days = [date(first_day), date(last_day)] as const;
  const row = (who: string, one: { claims: number; revenue: Parameters<typeof money>[0] }) =>
    t.row(plain(who), one.claims, money(one.revenue));
  const lines = [
    texts.result.hello(plain(name)),
    '',
    t.week(...days, time_zone),
    t.claims(count(totals.claims), count(previous.claims)),
    t.payments(count(totals.payments), count(previous.payments)),
    t.revenue(money(totals.revenue), money(previous.revenue)),
    t.creatorRevenue(money(totals.creator_revenue), money(previous.creator_revenue)),
    t.refunded(money(totals.refunds), money(previous.refunds)),
    ...(campaigns.length > 0 ? ['', t.campaigns, ...campaigns.map((one) => row(one.name, one))] : []),
    ...(creators.length > 0
      ? ['', t.creators, ...creators.map((one) => row(one.display_name ?? one.creator_id, one))]
      : []),
  ];
  const links = [
    [t.dashboard, `${publicUrl}/portal/dashboard?period=${first_day}..${last_day}`],
    [t.unsubscribe, unsubscribeUrl],
  ] as const;
  return withLinks(t.subject(...days), lines, links, texts);
}

/** Composes the email to finance about a payout run. @param attached whether the CSV is attached to the email */
export function runMail(news: RunNews, run: Run, texts: MailTexts, attached: boolean): MailContent {
  const t = texts.run;
  const { subject, news: sentence } = t[news];
  const lines = [
    sentence(run.run_id),
    '',
    t.kind(t.kinds[run.kind]),
    periodOf(run, texts),
    t.creators(String(run.creators)),
    t.payable(formatsOf(texts).money(run.payable)),
    t.csv(run.csv_url),
    t.sha256(run.csv_sha256),
    ...(attached ? ['', t.attached] : []),
  ];
  return { subject: subject(run.run_id), text: `${lines.join('\n')}\n`, html: page(texts, paragraphs(lines)) };
}

/** Names the first and last day of a run in its time zone; for older messages without a zone, the two instants. */
function periodOf(run: Omit<Run, 'time_zone'> & { time_zone?: string }, texts: MailTexts): string {
  const { period_start, period_end, time_zone } = run;
  if (time_zone === undefined) return texts.run.period(period_start, period_end);
  const { date } = formatsOf(texts);
  const start = Date.parse(period_start);
  const last = Math.max(start, Date.parse(period_end) - 1);
  return texts.run.periodIn(date(dateOf(start, time_zone)), date(dateOf(last, time_zone)), time_zone);
}

function withLinks(
  subject: string,
  lines: readonly string[],
  links: readonly (readonly [string, string])[],
  texts: MailTexts,
): MailContent {
  const anchors = links.map(([text, url]) => `<p><small><a href="${escapeHtml(url)}">${text}</a></small></p>`);
  return {
    subject,
    text: `${[...lines, ...links.map(([text, url]) => `\n${text}: ${url}`)].join('\n')}\n`,
    html: page(texts, `${paragraphs(lines)}${anchors.join('')}`),
  };
}

const paragraphs = (lines: readonly string[]) =>
  lines
    .join('\n')
    .split('\n\n')
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('');

const page = ({ locale }: MailTexts, content: string) =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"></head><body>${content}</body></html>`;
