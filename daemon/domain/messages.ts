import type { WebhookData } from '../contract/webhook-events.ts';
import type { WebhookEventType } from '../contract/words.ts';
import { isoInstant } from '../lib/clock.ts';
import { rewardsArray } from './redeem/redeem-response.ts';

/** A message's data except for its rewards, which are inserted later as the text that staff typed. */
export type UnrewardedData<E extends WebhookEventType> = Omit<WebhookData<E>, 'rewards'>;

export interface Announcement<E extends WebhookEventType> {
  type: E;
  data: UnrewardedData<E>;
  /** The rewards as staff typed them, for events that have them. */
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

/** Returns the text that is signed and sent, the same at each attempt. */
export function messageBody<E extends WebhookEventType>(
  type: E,
  at: number,
  data: UnrewardedData<E>,
  rewardsJson?: string,
): string {
  const text = JSON.stringify(data);
  const whole = rewardsJson === undefined ? text : `${text.slice(0, -1)},"rewards":${rewardsArray(rewardsJson)}}`;
  return `{"type":${JSON.stringify(type)},"timestamp":"${isoInstant(at)}","data":${whole}}`;
}

/** Returns the order key of a creator code, so that an endpoint receives its messages in order. */
export const creatorCodeKey = (codeId: number) => `creator_code:${codeId}`;
