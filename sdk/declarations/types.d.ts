/** Details that the SDK adds to every event; `setAppDetails` sets them. */
export interface AppDetails {
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
/** Details that the SDK adds to events that `createUserEvent` creates; `setUserDetails` sets them. */
export interface UserDetails {
    /** Your own ID for the user: 1-255 characters, no control characters. */
    user_id?: string;
    /** Sent only while PII tracking is on. */
    email?: string;
    /** Sent only while PII tracking is on. */
    wallet_id?: string;
    [detail: string]: unknown;
}
/** Any event type, any sub-type and any details. */
export type AnyTaxonomy = Record<string, Record<string, Record<string, unknown>>>;
/** Details without fields must be empty. Details whose fields are all optional may be omitted. */
type DetailsOf<Details> = [keyof Details] extends [never] ? {
    event_details?: Record<string, never>;
} : Record<never, never> extends Details ? {
    event_details?: Details;
} : {
    event_details: Details;
};
/** An event that `createEvent` accepts, for a taxonomy `{event_type: {event_sub_type: details}}`. */
export type GameEvent<Taxonomy extends object = AnyTaxonomy> = {
    [Type in keyof Taxonomy & string]: {
        [SubType in keyof Taxonomy[Type] & string]: {
            /** By default, the game that was passed to the constructor. */
            game_id?: string;
            event_type: Type;
            event: {
                event_sub_type: SubType;
            } & DetailsOf<Taxonomy[Type][SubType]>;
        };
    }[keyof Taxonomy[Type] & string];
}[keyof Taxonomy & string];
/** An event as the SDK sends it. */
export interface SentEvent {
    /** ISO 8601, according to the server's clock. */
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
     * The `utm_*` parameters of the last landing that had any. `first_touch` contains those of the first landing if they
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
 * The reason why events were dropped: `queue_full` (10,000 are waiting), `too_large` (the daemon or a server in
 * between refused an event of this size), `before_send` (`beforeSend` threw an error), `exit` (a server's process
 * ended), or the code of the daemon's refusal, for example `invalid_event` or `wrong_game`.
 */
export type DropReason = 'queue_full' | 'too_large' | 'before_send' | 'exit' | (string & Record<never, never>);
/** Whether the player allows the SDK to store and send data on this machine. */
export type Consent = 'granted' | 'pending' | 'denied';
export interface Options {
    /**
     * The player's consent, `granted` by default. While it is `pending`, the SDK keeps everything in memory; see
     * `setConsent`. If it is `denied`, the SDK keeps nothing.
     */
    consent?: Consent;
    /** Fields that the SDK never collects: the sum of flags of `DisableDataSettings`. */
    disableData?: number;
    /**
     * After this many milliseconds without an event, the next event starts a new session. If it is not set, a session
     * lasts as long as it is stored.
     */
    sessionIdleMs?: number;
    /**
     * Reports how long the page was open and visible, in an event `session_ended` when the player leaves it; off by
     * default. Best effort: if the browser discards a hidden page, nothing is reported. No effect outside of a page.
     */
    playtime?: boolean;
    /**
     * Receives every event before it is queued and returns it, changed or not, or null to drop it. If it throws an error,
     * the event is dropped with the reason `before_send`, and the console shows the error.
     */
    beforeSend?: (event: SentEvent) => SentEvent | null;
    /** Called with every event that will not reach the daemon. By default, the console shows these events. */
    onDrop?: (events: SentEvent[], reason: DropReason) => void;
}
export {};
