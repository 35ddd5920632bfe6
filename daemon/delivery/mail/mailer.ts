import nodemailer from 'nodemailer';
import type { Database } from '../../db/database.ts';
import { findCreatorEmail, resultOf } from '../../features/daily-results/mail-recipients-store.ts';
import { unsubscribeToken } from '../../features/daily-results/unsubscribe-rules.ts';
import { readRunCsv } from '../../features/payouts/run/read-runs.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import type { MailDelivery } from './mail-deliveries-store.ts';
import { type MailContent, payoutMail, resultMail, subjectIn } from './mail-text-rules.ts';
import { faultOf, type MailAttempt, type SmtpFault } from './mail-verdict-rules.ts';

export interface MailParts {
  db: Database;
  secretKey: SecretKey;
  smtpUrl: string;
  /** The sender: an address, or a name followed by an address in angle brackets. */
  mailFrom: string;
  environment: string;
  publicUrl: () => string;
}

export interface Mailer {
  /** Sends one email. Every attempt has the same Message-ID, so that a mailbox shows the email once. */
  sendMail(mail: MailDelivery): Promise<MailAttempt>;
  close(): void;
}

/** The sum of the timeouts is shorter than the lease of an email. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5000 };
export const CONNECTIONS = 4;

export function createMailer(parts: MailParts): Mailer {
  const { db, smtpUrl, mailFrom, environment } = parts;
  const access = { disableFileAccess: true, disableUrlAccess: true };
  // nodemailer does not requeue: the delivery row decides whether and when an email is sent again.
  const options = { pool: true as const, maxConnections: CONNECTIONS, maxRequeues: 0, ...access };
  const transport = nodemailer.createTransport({ url: smtpUrl, ...options, ...TIMEOUTS });
  const domain = domainOf(mailFrom);
  return {
    async sendMail(mail) {
      const result = resultOf(mail);
      // The email may have waited for days, so the creator's current address is read.
      const recipient = result
        ? await db.read((handle) => findCreatorEmail(handle, result.creator_id))
        : mail.recipient;
      if (!recipient || !isAddress(recipient))
        return refused('no recipient: the creator has no address or unsubscribed');
      let message: Message;
      try {
        message = result ? resultMessage(parts, mail, result.creator_id) : await payoutMessage(parts, mail);
      } catch {
        return { status: null, text: null, error: 'the email could not be created', fault: 'this mail' };
      }
      try {
        const { response } = await transport.sendMail({
          ...message,
          subject: subjectIn(environment, message.subject),
          from: mailFrom,
          to: { name: '', address: recipient },
          messageId: `<${mail.message_id}@${domain}>`,
          date: new Date(mail.created_at),
          ...access,
        });
        return {
          status: Number(/^\d{3}/.exec(response)?.[0] ?? 250),
          text: response.slice(0, 500),
          error: null,
          fault: 'none',
        };
      } catch (error) {
        return faultOf(error as SmtpFault);
      }
    },
    close: () => transport.close(),
  };
}

/** Connects to the mail server and signs in. Throws if that fails. */
export async function pingMailServer(smtpUrl: string): Promise<void> {
  const transport = nodemailer.createTransport({ url: smtpUrl, ...TIMEOUTS });
  await transport.verify().finally(() => transport.close());
}

const refused = (error: string): MailAttempt => ({ status: null, text: null, error, fault: 'recipient' });

/** Returns false if the text has a character that could end a header or add a recipient. */
const isAddress = (text: string) => /^[^\s<>,;:"()[\]\\\p{Cc}]+@[^\s<>,;:"()[\]\\@\p{Cc}]+$/u.test(text);

const domainOf = (from: string) => /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'redeemd.invalid';

interface Message extends MailContent {
  headers?: Record<string, string>;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
}

function resultMessage({ secretKey, publicUrl }: MailParts, { body }: MailDelivery, creatorId: string): Message {
  const url = `${publicUrl()}/v1/unsubscribe?token=${unsubscribeToken(secretKey, creatorId)}`;
  const { data } = JSON.parse(body) as { data: Parameters<typeof resultMail>[0] };
  // RFC 8058: with these headers, the mail program shows its own unsubscribe button.
  const headers = { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { ...resultMail(data, url), headers };
}

async function payoutMessage({ db, publicUrl }: MailParts, { body, event_type }: MailDelivery): Promise<Message> {
  const { data } = JSON.parse(body) as { data: Parameters<typeof payoutMail>[1] };
  const attachments = event_type === 'payout.prepared' ? await attachmentsOf(db, data.run_id) : [];
  // The message contains only the path, because a daemon may have several addresses.
  const run = { ...data, csv_url: publicUrl() + data.csv_url };
  return { ...payoutMail(event_type, run, attachments.length > 0), attachments };
}

const MOST_ATTACHED_BYTES = 10_485_760;

/** Returns the CSV for finance as an attachment, or none if it is larger than `MOST_ATTACHED_BYTES`. */
async function attachmentsOf(db: Database, runId: number) {
  const { name, body } = await readRunCsv(db, runId, 'finance');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > MOST_ATTACHED_BYTES) return [];
    chunks.push(part);
  }
  return [{ filename: name, content: Buffer.concat(chunks), contentType: 'text/csv; charset=utf-8' }];
}
