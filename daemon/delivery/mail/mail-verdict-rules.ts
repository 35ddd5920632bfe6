import { DAY_MS } from '../../lib/clock.ts';
import { RETRY_DELAYS_MS } from '../send/retry-rules.ts';

/** What came of a try to send a mail. */
export interface MailAttempt {
  /** The server's answer, where it gave one. */
  status: number | null;
  text: string | null;
  error: string | null;
  /** `server`: nobody's mail goes through just now. `recipient`: this one's never will. */
  fault: 'none' | 'server' | 'recipient' | 'this mail';
}

export type MailVerdict = { outcome: 'delivered' } | { outcome: 'again'; at: number } | { outcome: 'failed' };

const LONGEST_SERVER_MS = 5 * 60_000;
/** A mail that could not be sent for so long is given up. */
const GIVES_UP_MS = 30 * DAY_MS;

/** @param made how many tries there were, with this one */
export function judgeMail({ fault }: MailAttempt, made: number, createdAt: number, now: number): MailVerdict {
  if (fault === 'none') return { outcome: 'delivered' };
  if (fault === 'recipient' || now - createdAt >= GIVES_UP_MS) return { outcome: 'failed' };
  const delay = RETRY_DELAYS_MS[made - 1] ?? DAY_MS;
  return { outcome: 'again', at: now + (fault === 'server' ? Math.min(delay, LONGEST_SERVER_MS) : delay) };
}

/** What nodemailer says of a failed try: the server's code, if there was an answer, and the command it was to. */
export interface SmtpFault {
  message: string;
  code?: string | undefined;
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
}

/** Only what is said of the recipient or the mail itself is theirs; all else is the server's, or our settings'. */
export function faultOf({ message, command = '', code, response, responseCode }: SmtpFault): MailAttempt {
  const said = { status: responseCode ?? null, text: response?.slice(0, 500) ?? null, error: message.slice(0, 500) };
  const isOwn = code !== 'EAUTH' && (command.startsWith('RCPT') || command.startsWith('DATA'));
  if (!isOwn || responseCode === undefined) return { ...said, fault: 'server' };
  // 421 closes the connection, whoever it is for.
  if (responseCode === 421) return { ...said, fault: 'server' };
  return { ...said, fault: responseCode >= 500 ? 'recipient' : 'this mail' };
}
