import { DAY_MS } from '../../lib/clock.ts';
import { RETRY_DELAYS_MS } from '../send/retry-rules.ts';

/** The result of one try to send a mail. */
export interface MailAttempt {
  /** The status code of the mail server's answer; null where it gave none. */
  status: number | null;
  text: string | null;
  error: string | null;
  /** `server`: the server takes no mail at present. `recipient`: it will never take mail for this recipient. */
  fault: 'none' | 'server' | 'recipient' | 'this mail';
}

export type MailVerdict = { outcome: 'delivered' } | { outcome: 'again'; at: number } | { outcome: 'failed' };

const LONGEST_SERVER_MS = 5 * 60_000;
/** A mail that is older than this and still fails is given up; not after few tries, as the clock may be ahead. */
const GIVES_UP_MS = 30 * DAY_MS;
const FEWEST_TRIES = 10;

/** @param made the number of tries, including this one */
export function judgeMail({ fault }: MailAttempt, made: number, createdAt: number, now: number): MailVerdict {
  if (fault === 'none') return { outcome: 'delivered' };
  if (fault === 'recipient' || (made >= FEWEST_TRIES && now - createdAt >= GIVES_UP_MS)) return { outcome: 'failed' };
  const delay = RETRY_DELAYS_MS[made - 1] ?? DAY_MS;
  return { outcome: 'again', at: now + (fault === 'server' ? Math.min(delay, LONGEST_SERVER_MS) : delay) };
}

/** nodemailer's error for a failed try: the SMTP command, and the server's answer to it, if any. */
export interface SmtpFault {
  message: string;
  code?: string | undefined;
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
}

/** A refusal of RCPT or DATA concerns the recipient or the mail; every other fault is the server's or our settings'. */
export function faultOf({ message, command = '', code, response, responseCode }: SmtpFault): MailAttempt {
  const answer = { status: responseCode ?? null, text: response?.slice(0, 500) ?? null, error: message.slice(0, 500) };
  const isOwn = code !== 'EAUTH' && (command.startsWith('RCPT') || command.startsWith('DATA'));
  if (!isOwn || responseCode === undefined) return { ...answer, fault: 'server' };
  // With 421 the server closes the connection; it says nothing about the recipient.
  if (responseCode === 421) return { ...answer, fault: 'server' };
  return { ...answer, fault: responseCode >= 500 ? 'recipient' : 'this mail' };
}
