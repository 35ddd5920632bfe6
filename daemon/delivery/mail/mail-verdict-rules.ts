import { DAY_MS } from '../../lib/clock.ts';
import { RETRY_DELAYS_MS } from '../send/retry-rules.ts';

/** The result of one attempt to send an email. */
export interface MailAttempt {
  /** The status code of the mail server's reply; null if it gave none. */
  status: number | null;
  text: string | null;
  error: string | null;
  /** `server`: the server accepts no mail at the moment. `recipient`: it never accepts mail for this recipient. */
  fault: 'none' | 'server' | 'recipient' | 'this mail';
}

export type MailVerdict = { outcome: 'delivered' } | { outcome: 'again'; at: number } | { outcome: 'failed' };

const LONGEST_SERVER_MS = 5 * 60_000;
/**
 * If sending an email older than this still fails, the daemon gives up on it, but only after `FEWEST_TRIES` attempts,
 * because the clock may be ahead.
 */
const GIVES_UP_MS = 30 * DAY_MS;
const FEWEST_TRIES = 10;

/** @param made the number of attempts, including this one */
export function judgeMail({ fault }: MailAttempt, made: number, createdAt: number, now: number): MailVerdict {
  if (fault === 'none') return { outcome: 'delivered' };
  if (fault === 'recipient' || (made >= FEWEST_TRIES && now - createdAt >= GIVES_UP_MS)) return { outcome: 'failed' };
  const delay = RETRY_DELAYS_MS[made - 1] ?? DAY_MS;
  return { outcome: 'again', at: now + (fault === 'server' ? Math.min(delay, LONGEST_SERVER_MS) : delay) };
}

/** nodemailer's error for a failed attempt: the SMTP command, and the server's reply to it, if any. */
export interface SmtpFault {
  message: string;
  code?: string | undefined;
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
}

/** A refused RCPT or DATA is due to the recipient or the email; other faults are due to the server or settings. */
export function faultOf({ message, command = '', code, response, responseCode }: SmtpFault): MailAttempt {
  const answer = { status: responseCode ?? null, text: response?.slice(0, 500) ?? null, error: message.slice(0, 500) };
  const isOwn = code !== 'EAUTH' && (command.startsWith('RCPT') || command.startsWith('DATA'));
  if (!isOwn || responseCode === undefined) return { ...answer, fault: 'server' };
  // The server sends 421 when it closes the connection, so the cause is not the recipient.
  if (responseCode === 421) return { ...answer, fault: 'server' };
  return { ...answer, fault: responseCode >= 500 ? 'recipient' : 'this mail' };
}
