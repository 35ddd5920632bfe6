import type { WebhookData } from '../../contract/webhook-events.ts';
import type { Database } from '../../db/database.ts';
import type {
  AddressLink,
  DetailsDecided,
  Invitation,
  MessageData,
  MessageType,
  PageLink,
  WeeklyReport,
} from '../../domain/messages.ts';
import { INVITATION_MS, LINK_LIFETIME_MS } from '../../features/creator-access/creator-access-rules.ts';
import { isWorthMailing } from '../../features/daily-results/daily-result-rules.ts';
import { readRunCsv } from '../../features/payouts/run/read-runs.ts';
import {
  addressChangedMail,
  addressLinkMail,
  detailsMail,
  invitationMail,
  type MailContent,
  pageLinkMail,
  reportMail,
  resultMail,
  runMail,
} from './mail-content-rules.ts';
import type { MailTexts } from './texts/en.ts';

export interface Attachment {
  filename: string;
  content: Buffer;
  contentType: string;
}

/** Describes how the messages of one event type are sent by email. */
export interface MailKind<Data = MailData> {
  /**
   * `creator` and `staff`: the person in the data, unless they unsubscribed. `address`: the address in the data.
   * `client`: the address for payouts in the settings.
   */
  recipient: 'creator' | 'staff' | 'address' | 'client';
  /** True if the email is sent even to creators who unsubscribed from regular emails. */
  isAlwaysSent?: true;
  /** The age at which a message is no longer worth sending; by default, only the end of the retries sets a limit. */
  usefulMs?: number;
  /** Returns whether a message created at this time is still worth sending. */
  isCurrent?(data: Data, createdAt: number): boolean;
  attachmentsOf?(db: Database, data: Data): Promise<Attachment[]>;
  contentOf(data: Data, context: MailContext): MailContent;
}

interface MailContext {
  texts: MailTexts;
  /** The daemon's URL. The data do not contain it, because a daemon can have several. */
  publicUrl: string;
  /** The person's link to unsubscribe; empty if no one can unsubscribe from the email. */
  unsubscribeUrl: string;
  attachments: readonly Attachment[];
  /** Returns the URL of a link to a creator page. */
  linkUrlOf: (linkId: number) => string;
  /** Returns the URL of a link that confirms an email address. */
  addressUrlOf: (linkId: number) => string;
}

const runKind = (news: 'prepared' | 'approved' | 'voided'): MailKind<WebhookData<'payout.prepared'>> => ({
  recipient: 'client',
  contentOf: (run, { texts, publicUrl, attachments }) =>
    runMail(news, { ...run, csv_url: publicUrl + run.csv_url }, texts, attachments.length > 0),
});

const KINDS = {
  'creator.daily_result': {
    recipient: 'creator',
    isCurrent: ({ date }, createdAt) => isWorthMailing(date, createdAt),
    contentOf: (result, { texts, unsubscribeUrl }) => resultMail(result, texts, unsubscribeUrl),
  },
  'creator.page_link': {
    recipient: 'creator',
    isAlwaysSent: true,
    usefulMs: LINK_LIFETIME_MS,
    contentOf: (link, { texts, linkUrlOf }) => pageLinkMail(link, texts, linkUrlOf(link.link_id)),
  },
  'creator.invitation': {
    recipient: 'creator',
    isAlwaysSent: true,
    usefulMs: INVITATION_MS,
    contentOf: (link, { texts, linkUrlOf }) => invitationMail(link, texts, linkUrlOf(link.link_id)),
  },
  'creator.address_link': {
    recipient: 'address',
    isAlwaysSent: true,
    usefulMs: LINK_LIFETIME_MS,
    contentOf: (link, { texts, addressUrlOf }) => addressLinkMail(link, texts, addressUrlOf(link.link_id)),
  },
  'creator.address_changed': {
    recipient: 'address',
    isAlwaysSent: true,
    contentOf: (changed, { texts, publicUrl }) => addressChangedMail(changed, texts, `${publicUrl}/creator`),
  },
  'creator.details_decided': {
    recipient: 'creator',
    isAlwaysSent: true,
    contentOf: (decision, { texts, publicUrl }) => detailsMail(decision, texts, `${publicUrl}/creator`),
  },
  'staff.weekly_report': {
    recipient: 'staff',
    contentOf: (report, { texts, publicUrl, unsubscribeUrl }) =>
      reportMail(report, texts, { publicUrl, unsubscribeUrl }),
  },
  'payout.prepared': { ...runKind('prepared'), attachmentsOf: (db, { run_id }) => runCsvOf(db, run_id) },
  'payout.approved': runKind('approved'),
  'payout.voided': runKind('voided'),
} satisfies { [Type in MessageType]?: MailKind<MessageData<Type>> };

/** The data of a message of any email kind. Only the fields of the message's own event type exist. */
export type MailData = MessageData<'creator.daily_result'> &
  MessageData<'payout.prepared'> &
  WeeklyReport &
  PageLink &
  Invitation &
  AddressLink &
  DetailsDecided;
const BY_TYPE: Record<string, MailKind<MailData> | undefined> = KINDS;

/** Returns how messages of this event type are sent by email; undefined if they are not. */
export const mailKindOf = (eventType: string) => BY_TYPE[eventType];

const MOST_ATTACHED_BYTES = 10_485_760;

/** Returns the CSV for finance as an attachment, or none if it is larger than `MOST_ATTACHED_BYTES`. */
async function runCsvOf(db: Database, runId: number): Promise<Attachment[]> {
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
