import { fault } from './fault.ts';

const isName = (name: unknown) => typeof name === 'string' && !!name && name.length < 256;

export function checkSettings(api_key: string, game_id: string): void {
  if (!/^[cs]k_[0-9A-Za-z]{43}$/.test(api_key)) throw fault('invalid API key');
  if (globalThis.document && /^s/.test(api_key))
    console.warn('service-sdk: never put a server key in a page; revoke it');
  if (!isName(game_id) || !/^\w{1,64}$/.test(game_id)) throw fault('game_id must be 1-64 of A-Za-z0-9_');
}

/** Throws if an event has the wrong shape. The daemon would refuse it later, when the developer might not notice. */
export function checkEvents(events: unknown): void {
  if (!Array.isArray(events)) throw fault('events must be an array');
  for (const item of events) {
    const { event_type, event } = item ?? {};
    const { event_sub_type, event_details = {} } = event ?? {};
    const isRecord = Object(event_details) === event_details && !Array.isArray(event_details);
    if (!isName(event_type) || !isName(event_sub_type) || !isRecord)
      throw fault('an event must be {event_type, event: {event_sub_type, event_details?}}');
    if (event_type === 'payment') throw fault('only your server can send payments');
  }
}

export function checkUserId(id: unknown): void {
  if (id !== undefined && (!isName(id) || /\p{Cc}/u.test(`${id}`)))
    throw fault('user_id must be 1-255 characters, no control characters');
}
