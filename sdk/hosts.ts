import { EVENTS_DEV, EVENTS_PROD } from './hosts.json';

declare const destination: unique symbol;
/** Where events go: one of the values of the object with the same name. */
export type EventsBaseURL = string & { readonly [destination]: true };

/**
 * Where events go. EVENTS_LOCAL logs them to the console. The build of the package sets the addresses of EVENTS_DEV and
 * EVENTS_PROD (`hosts.json`); a daemon that serves `/sdk.js` sets its own address.
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
