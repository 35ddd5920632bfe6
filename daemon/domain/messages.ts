import type { WebhookData } from '../contract/webhook-events.ts';
import type { WebhookEventType } from '../contract/words.ts';
import { isoInstant } from '../lib/clock.ts';
import { rewardsArray } from './redeem/redeem-response.ts';

interface ReportFigures {
  claims: number;
  payments: number;
  revenue: Money;
  refunds: Money;
  creator_revenue: Money;
}
interface Money {
  /** In major units, such as 12.50. */
  amount: string;
  currency: string;
}

/** The figures of a week for a member of staff. */
export interface WeeklyReport {
  staff_id: number;
  name: string;
  /** The games that the figures are limited to, as a JSON array; null if they are not limited. */
  games: string | null;
  first_day: string;
  last_day: string;
  time_zone: string;
  totals: ReportFigures;
  /** The figures of the previous week. */
  previous: ReportFigures;
  /** The campaigns and creators with the most revenue. */
  campaigns: { campaign_id: number; name: string; claims: number; revenue: Money }[];
  creators: { creator_id: string; display_name: string | null; claims: number; revenue: Money }[];
}

/** A link to a creator's page, without its token, which only the email contains. */
export interface PageLink {
  creator_id: string;
  display_name: string | null;
  link_id: number;
  /** How long the link is valid. */
  minutes: number;
}

/**
 * The decision on payout details that a creator entered. Emails are not private, so the message omits the details.
 */
export interface DetailsDecided {
  creator_id: string;
  display_name: string | null;
  is_approved: boolean;
  /** Why the details were rejected; null if they were not. */
  reason: string | null;
}

/** An invitation from staff to the creator's page, without its token. */
export interface Invitation extends Omit<PageLink, 'minutes'> {
  /** How long the link is valid. */
  days: number;
}

/** A link that confirms a creator's new address, without its token. */
export interface AddressLink extends PageLink {
  /** The address that the link confirms. */
  to: string;
}

/** Reports that a creator's address was replaced or removed. */
export interface AddressChanged {
  creator_id: string;
  display_name: string | null;
  /** The creator's previous address. */
  to: string;
}

/** Messages that are sent only by email. */
interface MailOnlyData {
  'creator.address_changed': AddressChanged;
  'creator.address_link': AddressLink;
  'creator.details_decided': DetailsDecided;
  'creator.invitation': Invitation;
  'creator.page_link': PageLink;
  'staff.weekly_report': WeeklyReport;
}
export type MessageType = WebhookEventType | keyof MailOnlyData;
export type MessageData<T extends MessageType> = T extends WebhookEventType
  ? WebhookData<T>
  : T extends keyof MailOnlyData
    ? MailOnlyData[T]
    : never;

/** A message's data except for its rewards, which are inserted later as the text that staff typed. */
export type UnrewardedData<T extends MessageType> = Omit<MessageData<T>, 'rewards'>;

export interface Announcement<T extends MessageType> {
  type: T;
  data: UnrewardedData<T>;
  /** The rewards as staff typed them, for message types that contain rewards. */
  rewardsJson?: string | undefined;
  /** Each endpoint receives messages with the same key in order. */
  orderKey?: string | undefined;
  /** Makes the message unique: a second announcement with this value writes nothing. */
  onceKey?: string | undefined;
  /** When the message may be sent; by default, now. */
  dueAt?: number | undefined;
  /** Whether to write the message even if no endpoint is subscribed, because it is also sent by email. */
  always?: boolean | undefined;
}

/** Returns the text that is signed and sent. It is the same for each attempt. */
export function messageBody<T extends MessageType>(
  type: T,
  at: number,
  data: UnrewardedData<T>,
  rewardsJson?: string,
): string {
  const text = JSON.stringify(data);
  const whole = rewardsJson === undefined ? text : `${text.slice(0, -1)},"rewards":${rewardsArray(rewardsJson)}}`;
  return `{"type":${JSON.stringify(type)},"timestamp":"${isoInstant(at)}","data":${whole}}`;
}

/** Returns the order key of a creator code, so that an endpoint receives the messages about the code in order. */
export const creatorCodeKey = (codeId: number) => `creator_code:${codeId}`;
