/** The address to which events are sent: one of the values of the object with the same name. */
export type EventsBaseURL = string & {
    readonly '~destination': true;
};
/**
 * The addresses to which events are sent. EVENTS_LOCAL logs events to the console. The package's build sets the
 * addresses of EVENTS_DEV and EVENTS_PROD (`hosts.json`), and a daemon that serves `/sdk.js` sets its own address.
 */
export declare const EventsBaseURL: {
    readonly EVENTS_LOCAL: EventsBaseURL;
    readonly EVENTS_DEV: EventsBaseURL;
    readonly EVENTS_PROD: EventsBaseURL;
};
