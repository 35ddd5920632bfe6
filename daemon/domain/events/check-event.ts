import type { z } from 'zod';
import { parseInstant } from '../../contract/fields.ts';
import { sdkEvent } from '../../contract/game-events.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { whyUnreadable } from '../../lib/unreadable.ts';
import type { FindViolations } from './plan-violation.ts';
import type { SdkEventItem } from './sdk-event.ts';

interface Rejected {
  index: number;
  code: string;
  detail: string;
}

/** How far ahead a client's clock can be. A later time would need a partition far in the future. */
const FUTURE_MS = DAY_MS;

/**
 * Validates events one by one. The response lists rejected events by index, and the daemon stores the others, even if
 * they do not fit a tracking plan.
 */
export function checkSdkEvents(
  events: readonly unknown[],
  now: number,
  findViolations: FindViolations | null = null,
): { items: SdkEventItem[]; rejected: Rejected[] } {
  const items: SdkEventItem[] = [];
  const rejected: Rejected[] = [];
  for (const [index, value] of events.entries()) {
    const fault = whyUnreadable(value);
    if (fault !== undefined) {
      rejected.push({ index, code: 'invalid_event', detail: fault });
      continue;
    }
    const parsed = sdkEvent.safeParse(value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const detail = issue ? `${issue.path.map(String).join('.') || 'event'} ${issue.message}` : 'not valid';
      rejected.push({ index, code: 'invalid_event', detail });
      continue;
    }
    const event = parsed.data;
    const createdAt = parseInstant(event.created_at);
    if (Number.isNaN(createdAt) || createdAt > now + FUTURE_MS) {
      rejected.push({
        index,
        code: 'invalid_event',
        detail: 'created_at must be an ISO 8601 date and time, at most a day ahead',
      });
    } else {
      const item = itemOf(event, createdAt);
      const violations = findViolations?.({
        details: event.event.event_details,
        length: item.payload.length,
        ...item,
      });
      items.push(violations?.length ? { ...item, violations } : item);
    }
  }
  return { items, rejected };
}

const itemOf = (event: z.output<typeof sdkEvent>, createdAt: number): SdkEventItem => ({
  eventId: event.event_id.toLowerCase(),
  createdAt,
  gameId: event.game_id,
  eventType: event.event_type,
  eventSubType: event.event.event_sub_type,
  sessionId: event.session_id,
  anonId: event.anon_id ?? null,
  userId: event.user_details.user_id === event.anon_id ? null : event.user_details.user_id,
  referralLink: event.service_referral_link ?? null,
  payload: JSON.stringify(event),
});
