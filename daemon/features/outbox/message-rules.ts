import type { WebhookData, WebhookEventType } from '../../contract/webhook-events.ts';
import { isoInstant } from '../../lib/clock.ts';
import { rewardsArray } from '../redemptions/redeem-rules.ts';

/** Data whose rewards are spliced in as the text that was typed. */
export type UnrewardedData<E extends WebhookEventType> = Omit<WebhookData<E>, 'rewards'>;

export interface Announcement<E extends WebhookEventType> {
  type: E;
  data: UnrewardedData<E>;
  /** The rewards as they were typed, for events that carry them. */
  rewardsJson?: string | undefined;
  /** Messages with the same key reach an endpoint one after the other. */
  orderKey?: string | undefined;
  /** Of at most one message with this value there is one: a second announcement is none. */
  onceKey?: string | undefined;
  /** Not told before; now where it is left out. */
  dueAt?: number | undefined;
  /** Written although no endpoint is subscribed, because somebody hears of it by mail. */
  always?: boolean | undefined;
}

/** The text that is signed and sent, the same at each try. */
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

/** Messages about one creator code reach an endpoint in their order. */
export const creatorCodeKey = (codeId: number) => `creator_code:${codeId}`;

/** A moderator may think again for so long before a decision is told. */
export const UNDO_MS = 10_000;
