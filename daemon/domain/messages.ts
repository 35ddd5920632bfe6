import type { WebhookData } from '../contract/webhook-events.ts';
import type { WebhookEventType } from '../contract/words.ts';
import { isoInstant } from '../lib/clock.ts';
import { rewardsArray } from './redeem/redeem-response.ts';

/** A message's data without its rewards, which are inserted later as the text that staff typed. */
export type UnrewardedData<E extends WebhookEventType> = Omit<WebhookData<E>, 'rewards'>;

export interface Announcement<E extends WebhookEventType> {
  type: E;
  data: UnrewardedData<E>;
  /** The rewards as staff typed them, for events that carry them. */
  rewardsJson?: string | undefined;
  /** An endpoint receives messages with the same key one after the other. */
  orderKey?: string | undefined;
  /** There is at most one message with this value: a second announcement writes nothing. */
  onceKey?: string | undefined;
  /** When the message may be sent; default: now. */
  dueAt?: number | undefined;
  /** Written even if no endpoint is subscribed, because it also goes out by e-mail. */
  always?: boolean | undefined;
}

/** The text that is signed and sent, the same at each attempt. */
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

/** An endpoint receives messages about one creator code in their order. */
export const creatorCodeKey = (codeId: number) => `creator_code:${codeId}`;
