import nodemailer from 'nodemailer';
import type { Database } from '../../db/database.ts';
import { addressUrl, linkToken, linkUrl } from '../../features/creator-access/creator-access-rules.ts';
import { type Subscriber, unsubscribeToken } from '../../features/unsubscribe/unsubscribe-rules.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { inSpan } from '../../lib/spans.ts';
import { type MailContent, subjectIn } from './mail-content-rules.ts';
import type { MailDelivery } from './mail-deliveries-store.ts';
import { type Attachment, type MailData, type MailKind, mailKindOf } from './mail-kinds.ts';
import { findCurrentAddress, findEmailLanguage } from './mail-recipients-store.ts';
import { faultOf, type MailAttempt, type SmtpFault } from './mail-verdict-rules.ts';
import { MAIL_TEXTS } from './texts/texts.ts';

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
  sendMail(mail: MailDelivery, now: number): Promise<MailAttempt>;
  close(): void;
}

/** Together, the timeouts are shorter than the lease of an email. */
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
    async sendMail(mail, now) {
      const kind = mailKindOf(mail.event_type);
      if (!kind) return refused(`messages of type ${mail.event_type} are not sent by email`);
      if (now - mail.created_at >= (kind.usefulMs ?? Number.POSITIVE_INFINITY))
        return refused('the email would arrive too late');
      const { data } = JSON.parse(mail.body) as { data: MailData };
      const recipient = await db.read((handle) => findCurrentAddress(handle, kind, data, mail.recipient));
      if (!recipient || !isAddress(recipient))
        return refused('no recipient: the person has no address or has unsubscribed');
      let message: Message;
      try {
        message = await messageOf(parts, kind, data);
      } catch {
        return { status: null, text: null, error: 'the email could not be created', fault: 'this mail' };
      }
      try {
        const { response } = await inMailSpan(mail, () =>
          transport.sendMail({
            ...message,
            subject: subjectIn(environment, message.subject),
            from: mailFrom,
            to: { name: '', address: recipient },
            messageId: `<${mail.message_id}@${domain}>`,
            date: new Date(mail.created_at),
            ...(mail.traceparent !== null && { headers: { traceparent: mail.traceparent } }),
            ...access,
          }),
        );
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

/** The span omits the address, because it is personal data. */
const inMailSpan = <T>({ message_id, traceparent }: MailDelivery, send: () => Promise<T>): Promise<T> =>
  inSpan(
    () => ({ name: 'email', kind: 'client', traceparent, attributes: { 'messaging.message.id': message_id } }),
    send,
  );

const refused = (error: string): MailAttempt => ({ status: null, text: null, error, fault: 'recipient' });

/** Returns false if the text has a character that could end a header or add a recipient. */
const isAddress = (text: string) => /^[^\s<>,;:"()[\]\\\p{Cc}]+@[^\s<>,;:"()[\]\\@\p{Cc}]+$/u.test(text);

const domainOf = (from: string) => /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'redeemd.invalid';

interface Message extends MailContent {
  headers: Record<string, string>;
  attachments: Attachment[];
}

/** Returns who can unsubscribe from emails of this kind; null if no one can. */
const subscriberOf = ({ recipient, isAlwaysSent }: MailKind, { creator_id, staff_id }: MailData): Subscriber | null => {
  if (recipient === 'client' || isAlwaysSent) return null;
  return recipient === 'staff' ? { staff_id } : { creator_id };
};

async function messageOf(parts: MailParts, kind: MailKind, data: MailData): Promise<Message> {
  const { db, secretKey } = parts;
  const publicUrl = parts.publicUrl();
  const texts = MAIL_TEXTS[await db.read(findEmailLanguage)];
  const attachments = (await kind.attachmentsOf?.(db, data)) ?? [];
  const linkUrlOf = (linkId: number) => linkUrl(publicUrl, linkToken(secretKey, linkId));
  const addressUrlOf = (linkId: number) => addressUrl(publicUrl, linkToken(secretKey, linkId));
  const subscriber = subscriberOf(kind, data);
  const unsubscribeUrl = subscriber
    ? `${publicUrl}/v1/unsubscribe?token=${unsubscribeToken(secretKey, subscriber)}`
    : '';
  return {
    ...kind.contentOf(data, { texts, publicUrl, unsubscribeUrl, attachments, linkUrlOf, addressUrlOf }),
    attachments,
    headers: unsubscribeUrl ? oneClick(unsubscribeUrl) : {},
  };
}

/** RFC 8058: with these headers, the mail program shows its own unsubscribe button. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
