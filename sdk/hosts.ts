import { EVENTS_DEV, EVENTS_PROD } from './hosts.json';

declare const destination: unique symbol;
/** Where events go: one of the values of the enumeration of the same name. */
export type EventsBaseURL = string & { readonly [destination]: true };

/**
 * Where events go. EVENTS_LOCAL logs them to the console; the addresses of EVENTS_DEV and EVENTS_PROD were set when the
 * package was built (`hosts.json`), or by the daemon that serves `/sdk.js`, which names itself.
 */
export const EventsBaseURL: {
  readonly EVENTS_LOCAL: EventsBaseURL;
  readonly EVENTS_DEV: EventsBaseURL;
  readonly EVENTS_PROD: EventsBaseURL;
} = {
  EVENTS_LOCAL: 'local' as EventsBaseURL,
  EVENTS_DEV: EVENTS_DEV as EventsBaseURL,
  EVENTS_PROD: EVENTS_PROD as EventsBaseURL,
};
