import type { WebhookData, WebhookEventType } from '../../contract/webhook-events.ts';
import { isoInstant } from '../../lib/clock.ts';
import { rewardsArray } from '../redemptions/redeem-rules.ts';

/** Data without its rewards, which are inserted as the text that staff typed. */
export type UnrewardedData<E extends WebhookEventType> = Omit<WebhookData<E>, 'rewards'>;

export interface Announcement<E extends WebhookEventType> {
  type: E;
  data: UnrewardedData<E>;
  /** The rewards as staff typed them, for events that carry them. */
  rewardsJson?: string | undefined;
  /** Messages with the same key reach a webhook endpoint one after the other. */
  orderKey?: string | undefined;
  /** At most one message has this value: a second announcement with it writes nothing. */
  onceKey?: string | undefined;
  /** The message is not sent before this instant; now where it is left out. */
  dueAt?: number | undefined;
  /** The message is written although no webhook endpoint subscribes, because it is also sent by mail. */
  always?: boolean | undefined;
}

/** The text that is signed and sent, the same for each try. */
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

/** The order key of messages about one creator code. */
export const creatorCodeKey = (codeId: number) => `creator_code:${codeId}`;

/** A moderator may undo a decision for this time before its message is sent. */
export const UNDO_MS = 10_000;
