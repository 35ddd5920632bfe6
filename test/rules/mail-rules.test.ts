import { randomBytes } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { resultMail, runMail } from '../../daemon/delivery/mail/mail-content-rules.ts';
import { faultOf, judgeMail, type MailAttempt } from '../../daemon/delivery/mail/mail-verdict-rules.ts';
import { MAIL_TEXTS } from '../../daemon/delivery/mail/texts/texts.ts';
import { linkToken, readLinkToken } from '../../daemon/features/creator-access/creator-access-rules.ts';
import { readUnsubscribeToken, unsubscribeToken } from '../../daemon/features/unsubscribe/unsubscribe-rules.ts';
import { secretKeyOf } from '../../daemon/lib/keyed.ts';

const { en, de } = MAIL_TEXTS;
const usd = (amount: string) => ({ amount, currency: 'USD' });
const figures = (claims: number, amount: string) => ({ claims, payments: claims, revenue: usd(amount) });
const soFar = (claims: number, amount: string, payout: string) => ({
  ...figures(claims, amount),
  expected_payout: usd(payout),
});
const RESULT: Parameters<typeof resultMail>[0] = {
  creator_id: 'c1',
  display_name: '<img src=x onerror=alert(1)>\r\nBcc: all@example.test\u202e',
  date: '2026-11-20',
  time_zone: 'Europe/Madrid',
  day: figures(2, '12.00'),
  so_far: soFar(7, '9007199254740993.00', '6.00'),
  campaigns: [
    {
      campaign_id: 1,
      name: 'Summer & <b>more</b>',
      ends_at: '2026-12-01T00:00:00.000Z',
      day: figures(2, '12.00'),
      so_far: soFar(7, '60.00', '6.00'),
      commission_tier: 10,
      next_tier: { percent: 20, missing_revenue: usd('40.00') },
    },
  ],
};

describe('an email', () => {
  const link = 'https://game.example/v1/unsubscribe?token=a&b';
  const mail = resultMail(RESULT, en, link);

  test('states the day’s figures, the commission, and the revenue that is missing for the next tier', () => {
    expect(mail.subject).toBe('Your results for 20 Nov 2026');
    for (const line of [
      '2 claims, 12.00 USD',
      'So far: 7 claims, 9,007,199,254,740,993.00 USD in revenue.',
      'Expected commission: 6.00 USD.',
      'Tier: 10%, expected commission 6.00 USD',
    ])
      expect(mail.text).toContain(line);
    expect(mail.text).toContain('Next tier: 20%, after another 40.00 USD in revenue');
    expect(mail.text).toContain('https://game.example/v1/unsubscribe?token=a&b');
  });

  test('is in German if that is the organisation’s language', () => {
    const { subject, text, html } = resultMail(RESULT, de, link);
    expect(subject).toBe('Ihre Ergebnisse vom 20.11.2026');
    expect(text).toContain('Bisher: 7 Einlösungen, 9.007.199.254.740.993,00 USD Umsatz.');
    expect(text).toContain('Nächste Stufe: 20 %, nach weiteren 40,00 USD Umsatz');
    expect(html).toContain('<html lang="de-DE">');
  });

  test('shows names as plain text: no markup, no line breaks, no reversed direction', () => {
    expect(mail.html).not.toMatch(/<img|<b>/);
    expect(mail.html).toContain('Summer &amp; &lt;b&gt;more&lt;/b&gt;');
    expect(mail.text).toContain('Hello <img src=x onerror=alert(1)> Bcc: all@example.test,');
    expect(mail.html + mail.text).not.toMatch(/\r|\u202e/);
    expect(mail.html).toContain('token=a&amp;b"');
  });

  test('about a payout run states its payable amount and its hash', () => {
    const run = { run_id: 3, kind: 'campaign_end', campaign_id: 1, creators: 2, payable: usd('99.50') } as const;
    const period = { period_start: '2026-09-30T18:15:00.000Z', period_end: '2026-10-31T18:15:00.000Z' };
    const days = { ...period, time_zone: 'Asia/Kathmandu' };
    const about = { ...run, ...days, csv_sha256: 'ff00', csv_url: 'https://x/csv' };
    const { subject, text } = runMail('prepared', about, en, true);
    expect(subject).toBe('Payout run 3 is ready for review');
    for (const line of [
      'Payable: 99.50 USD',
      'ff00',
      'campaign end',
      'The CSV is attached.',
      '1 Oct 2026 to 31 Oct 2026 (Asia/Kathmandu)',
    ])
      expect(text).toContain(line);
    const older = { ...about, time_zone: undefined } as unknown as typeof about;
    expect(runMail('prepared', older, en, true).text).toContain(`${period.period_start} to ${period.period_end}`);
  });
});

describe('an unsubscribe link', () => {
  const key = secretKeyOf('one secret of a test');
  test.each(['c1', 'a.b', 'creator with spaces', 'ñ☃', '0\u2028'])('identifies only %s', (creator) => {
    expect(readUnsubscribeToken(key, unsubscribeToken(key, { creator_id: creator }))).toEqual({ creator_id: creator });
  });
  test('is not valid for another creator or with another secret', () => {
    const token = unsubscribeToken(key, { creator_id: 'c1' });
    const [, mac] = token.split('.');
    const forged = `${Buffer.from('c2').toString('base64url')}.${mac}`;
    for (const bad of [
      forged,
      `${token}0`,
      `${token}.`,
      token.slice(0, -1),
      '',
      '.',
      'c1',
      `${token.replace('.', '=.')}`,
    ])
      expect(readUnsubscribeToken(key, bad)).toBeNull();
    for (const staff of [
      'staff.1.',
      'staff.1',
      `staff.1.${mac}`,
      `${Buffer.from('staff').toString('base64url')}.1.${mac}`,
    ])
      expect(readUnsubscribeToken(key, staff)).toBeNull();
    expect(readUnsubscribeToken(secretKeyOf('another secret'), token)).toBeNull();
  });
  test('of a member of staff is not valid for another member or for a creator', () => {
    const token = unsubscribeToken(key, { staff_id: 7 });
    expect(readUnsubscribeToken(key, token)).toEqual({ staff_id: 7 });
    for (const bad of [token.replace('7', '8'), token.replace('7', '07'), token.replace('7', '7.0'), token.slice(6)])
      expect(readUnsubscribeToken(key, bad)).toBeNull();
  });
});

it('a guessed token is never accepted as a link to a creator’s page', () => {
  const key = secretKeyOf('one secret of a test');
  const link = linkToken(key, 1);
  expect(readLinkToken(key, link)).toBe(1);
  const guesses = Array.from({ length: 10_000 }, () => `1.${randomBytes(32).toString('hex')}`);
  const near = [...link].map((digit, at) => `${link.slice(0, at)}${digit === '0' ? '1' : '0'}${link.slice(at + 1)}`);
  expect([...guesses, ...near, `${link}0`, ''].filter((token) => readLinkToken(key, token) !== null)).toEqual([]);
  expect(readLinkToken(secretKeyOf('another secret'), link)).toBeNull();
});

describe('the outcome of an attempt', () => {
  test.each([
    ['no mailbox', { command: 'RCPT TO', responseCode: 550, code: 'EENVELOPE' }, 'recipient'],
    ['mailbox full for now', { command: 'RCPT TO', responseCode: 452, code: 'EENVELOPE' }, 'this mail'],
    ['content refused', { command: 'DATA', responseCode: 554, code: 'EMESSAGE' }, 'recipient'],
    ['going down', { command: 'DATA', responseCode: 421, code: 'EMESSAGE' }, 'server'],
    ['wrong password', { command: 'AUTH PLAIN', responseCode: 535, code: 'EAUTH' }, 'server'],
    ['sender refused', { command: 'MAIL FROM', responseCode: 550, code: 'EENVELOPE' }, 'server'],
    ['no connection', { command: 'CONN', code: 'ESOCKET' }, 'server'],
    ['connection cut after the email', { code: 'ECONNECTION' }, 'server'],
  ])('names the cause of a failure: %s', (_name, said, fault) => {
    expect(faultOf({ message: 'x', ...said }).fault).toBe(fault);
  });

  const tried = (fault: MailAttempt['fault'], made: number, age = 0) =>
    judgeMail({ status: null, text: null, error: null, fault }, made, 0, age);
  test('the daemon retries an unreachable server within minutes, after any number of attempts', () => {
    expect(tried('server', 1)).toEqual({ outcome: 'again', at: 5000 });
    expect(tried('server', 200)).toEqual({ outcome: 'again', at: 300_000 });
    expect(tried('this mail', 3)).toEqual({ outcome: 'again', at: 1_800_000 });
    expect(tried('recipient', 1)).toEqual({ outcome: 'failed' });
    expect(tried('server', 200, 30 * 86_400_000)).toEqual({ outcome: 'failed' });
    expect(tried('server', 1, 30 * 86_400_000)).toMatchObject({ outcome: 'again' });
    expect(tried('none', 1)).toEqual({ outcome: 'delivered' });
  });
});
