/*! service-sdk 0.4.0 | MIT */
/** Details that the SDK adds to every event; `setAppDetails` sets them. */
interface AppDetails {
    /** For example android, ios, web, desktop. */
    platform_id?: string;
    client_app_version?: string;
    /** Set only if the SDK runs on a server. */
    server_app_version?: string;
    /** The store from which the player got the app. */
    store_id?: string;
    /** Where the user came from. */
    source_id?: string;
    [detail: string]: unknown;
}
/** Details that the SDK adds to the events of `createUserEvent`; `setUserDetails` sets them. */
interface UserDetails {
    /** Your own ID of the user: 1-255 characters, no control characters. */
    user_id?: string;
    /** Sent only while PII tracking is on. */
    email?: string;
    /** Sent only while PII tracking is on. */
    wallet_id?: string;
    [detail: string]: unknown;
}
/** Any event type, any sub-type and any details. */
type AnyTaxonomy = Record<string, Record<string, Record<string, unknown>>>;
/** Details without fields must be empty. Details whose fields are all optional may be omitted. */
type DetailsOf<Details> = [keyof Details] extends [never] ? {
    event_details?: Record<string, never>;
} : Record<never, never> extends Details ? {
    event_details?: Details;
} : {
    event_details: Details;
};
/** An event that `createEvent` accepts, for a taxonomy `{event_type: {event_sub_type: details}}`. */
type GameEvent<Taxonomy extends object = AnyTaxonomy> = {
    [Type in keyof Taxonomy & string]: {
        [SubType in keyof Taxonomy[Type] & string]: {
            /** Default: the game of the constructor. */
            game_id?: string;
            event_type: Type;
            event: {
                event_sub_type: SubType;
            } & DetailsOf<Taxonomy[Type][SubType]>;
        };
    }[keyof Taxonomy[Type] & string];
}[keyof Taxonomy & string];
/** An event as the SDK sends it. */
interface SentEvent {
    /** ISO 8601, by the server's clock. */
    created_at: string;
    /** A UUID v7; the daemon stores each ID once. */
    event_id: string;
    event_type: string;
    event: {
        event_sub_type: string;
        event_details?: Record<string, unknown>;
    };
    game_id: string;
    /** UUID v4. */
    session_id: string;
    anon_id?: string;
    /**
     * The `utm_*` parameters of the last landing that had any. `first_touch` has those of the first landing if they
     * differ.
     */
    utms?: Record<string, unknown>;
    /** The `linkId` of the last landing that had one. */
    service_referral_link?: string;
    user_details: UserDetails & {
        user_id: string;
    };
    app_details: AppDetails;
}
/**
 * The reason why events were dropped: `queue_full` (10,000 are waiting), `too_large` (a server on the way refuses an
 * event of that size), `before_send` (`beforeSend` threw an error), `exit` (a server's process ended), or the code of
 * the daemon's refusal, for example `invalid_event` or `wrong_game`.
 */
type DropReason = 'queue_full' | 'too_large' | 'before_send' | 'exit' | (string & Record<never, never>);
interface Options {
    /** Fields that the SDK never collects: the sum of flags of `DisableDataSettings`. */
    disableData?: number;
    /**
     * After this many milliseconds without an event, the next event begins a new session. If it is not set, a session
     * lasts as long as it is stored.
     */
    sessionIdleMs?: number;
    /**
     * Receives every event before it is queued and returns it, changed or not, or null to drop it. If it throws an error,
     * the event is dropped with the reason `before_send`, and the console shows the error.
     */
    beforeSend?: (event: SentEvent) => SentEvent | null;
    /** Called with every event that will not reach the daemon. By default, the console shows these events. */
    onDrop?: (events: SentEvent[], reason: DropReason) => void;
}
declare const BrowserInfo = 1;
declare const DeviceInfo = 2;
declare const OsInfo = 8;
/** Flags of `disableData` for data that the SDK does not collect, even while PII tracking is on. */
declare const DisableDataSettings: {
    readonly None: 0;
    /** The browser's name, version and language. */
    readonly BrowserInfo: 1;
    /** The resolution, touch support, device type and connection. */
    readonly DeviceInfo: 2;
    /** No effect: the SDK never reads or sends an IP address. */
    readonly IpInfo: 4;
    /** The operating system. */
    readonly OsInfo: 8;
    /** No effect: the SDK does not look for a VPN. */
    readonly VpnInfo: 16;
    readonly All: 31;
};
declare const destination: unique symbol;
/** The address to which events are sent: one of the values of the object with the same name. */
type EventsBaseURL = string & {
    readonly [destination]: true;
};
/**
 * The addresses to which events are sent. EVENTS_LOCAL logs events to the console. The package's build sets the
 * addresses of EVENTS_DEV and EVENTS_PROD (`hosts.json`), and a daemon that serves `/sdk.js` sets its own address.
 */
declare const EventsBaseURL: {
    readonly EVENTS_LOCAL: EventsBaseURL;
    readonly EVENTS_DEV: EventsBaseURL;
    readonly EVENTS_PROD: EventsBaseURL;
};
/**
 * The event service of one game. The constructor reads and sends nothing; call `startSession` to begin.
 *
 * `EVENTS<Taxonomy>` types the events: `{event_type: {event_sub_type: details}}`.
 */
declare class GameEvents<Taxonomy extends object = AnyTaxonomy> {
    #private;
    /**
     * @param api_key a client key (`ck_…`); staff create it in the Portal under API keys, or with `redeemd keys create
     *   --kind client`
     * @param game_id the game: 1-64 letters, digits and underscores
     * @param baseURL where events are sent
     * @throws TypeError if the key's format, the game_id or the baseURL is invalid
     */
    constructor(api_key: string, game_id: string, baseURL: EventsBaseURL, options?: Options);
    /**
     * Starts the session, or continues a stored one. Call it when the user lands, before any event. It fires
     * `session_created` once for each session ID, and again when the address has new UTMs or another referral link. It
     * also sends the events that earlier visits left.
     * @returns resolves when `session_created` is stored
     */
    startSession(): Promise<void>;
    /**
     * Queues events of an anonymous user. They carry only `user_details: {user_id: <anonymous id>}`.
     * @param events `{event_type, event: {event_sub_type, event_details?}}`; the SDK adds each event's ID, time,
     *   session, UTMs and details
     * @returns resolves when the events are stored on this machine or, if it has no storage, when the daemon has them. It
     *   rejects before `startSession`, when 10,000 events are waiting, and if an event has a wrong shape, more than 256
     *   KiB of JSON or details that are not JSON. It then queues no event of the call.
     */
    createEvent(events: GameEvent<Taxonomy>[]): Promise<void>;
    /**
     * Works like `createEvent`, with all details of `setUserDetails`. It sends `email` and `wallet_id` only while PII
     * tracking is on.
     */
    createUserEvent(events: GameEvent<Taxonomy>[]): Promise<void>;
    /** @returns whether the SDK tracks personally identifiable information; off by default */
    getPIITracking(): boolean;
    /**
     * Turns the tracking of personally identifiable information on or off: email, wallet, the address's query, device,
     * operating system, browser. Call it before `startSession`. If `session_created` was sent without these fields, one
     * event `session_created` / `session_data_updated` per session carries them.
     */
    setPIITracking(piiTracking: boolean): void;
    /** @returns the details that `setAppDetails` set */
    getAppDetails(): AppDetails;
    /** Sets the app details that all later events carry, and replaces the earlier details. */
    setAppDetails(details: AppDetails): void;
    /** @returns the details that `setUserDetails` set */
    getUserDetails(): UserDetails;
    /**
     * Sets the user details that later `createUserEvent`s carry, and replaces the earlier details. The first `user_id`
     * sends one event `identify`, with which the daemon joins the anonymous ID to the user.
     * @throws TypeError if `user_id` is not 1-255 characters or has control characters
     */
    setUserDetails(details: UserDetails): void;
    /** Sends events (true, the default) or logs them to the console (false). Waiting events keep waiting. */
    setEnabled(enabled: boolean): void;
    /** @returns whether the SDK sends events */
    isEnabled(): boolean;
    /**
     * @returns the redeem code of the address by which the player came (`?code=`), which your server redeems at login;
     *   null if there is none
     */
    getRedeemCode(): string | null;
    /**
     * Sends the waiting events now, instead of up to two seconds later, but never sooner than the server asked for.
     * @returns resolves to whether the queue is empty; true also after `optOut`
     */
    flush(): Promise<boolean>;
    /**
     * Forgets the player: user details, session, anonymous ID, UTMs, link and code. Waiting events are still sent. If a
     * session was started, the SDK starts a new one.
     */
    reset(): Promise<void>;
    /**
     * Deletes all data that the SDK stored on this machine, including waiting events. From then on, the SDK stores and
     * sends nothing, even on later visits. To end this, call `optOut(false)` and then `startSession`.
     */
    optOut(out?: boolean): Promise<void>;
}
export { DisableDataSettings };
export { EventsBaseURL };
export type { AnyTaxonomy, AppDetails, DropReason, GameEvent, Options, SentEvent, UserDetails };
export interface ServerOptions extends Options {
    /** The version of the server app, which is added to every event's `app_details`. */
    server_app_version?: string;
}
/**
 * The event service on a server. It has the same operations and a queue in memory, and each process is one session.
 * `createEvent` resolves when the daemon has the events.
 *
 * A process that runs out of work sends the waiting events before it ends. Before `process.exit` or a signal, call
 * `await events.flush()`. Events that are lost anyway are passed to `onDrop` with the reason `exit`, and their promises
 * reject.
 */
export declare class EVENTS<Taxonomy extends object = AnyTaxonomy> extends GameEvents<Taxonomy> {
    #private;
    /**
     * @param api_key a client key (`ck_…`), or a server key (`sk_…`) with the scope `events`
     * @param game_id the game: 1-64 letters, digits and underscores
     * @param baseURL where events are sent
     * @throws TypeError if the key's format, the game_id or the baseURL is invalid
     */
    constructor(api_key: string, game_id: string, baseURL: EventsBaseURL, options?: ServerOptions);
    /** Sets the app details that all later events carry, in addition to `server_app_version`. */
    setAppDetails(details: AppDetails): void;
    /**
     * Works like `createEvent`, with a user's details.
     * @param user the user of these events, because a server has many users; by default, the user that `setUserDetails`
     *   set
     */
    createUserEvent(events: GameEvent<Taxonomy>[], user?: UserDetails): Promise<void>;
}
declare const _default: {
    EVENTS: typeof EVENTS;
};
export default _default;
