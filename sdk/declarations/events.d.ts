import { EventsBaseURL } from './hosts.ts';
import type { AnyTaxonomy, AppDetails, Consent, GameEvent, Options, UserDetails } from './types.ts';
/**
 * The event service for one game. The constructor reads the page's address, but stores and sends nothing; call
 * `startSession` to begin.
 *
 * `EVENTS<Taxonomy>` types the events: `{event_type: {event_sub_type: details}}`.
 */
export declare class GameEvents<Taxonomy extends object = AnyTaxonomy> {
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
     * `session_created` once for each session ID, and again when the address has new UTMs or a different referral link.
     * It also sends events that were not sent during earlier visits.
     * @returns resolves when `session_created` is stored
     */
    startSession(): Promise<void>;
    /**
     * Queues events for an anonymous user. Their `user_details` contain only the anonymous ID, as `user_id`.
     * @param events `{event_type, event: {event_sub_type, event_details?}}`; the SDK adds each event's ID, time, session,
     *   UTMs and details
     * @returns resolves when the events are stored on this machine or, if it has no storage, when the daemon has them. It
     *   rejects if `startSession` has not been called, if 10,000 events are waiting, or if an event has the wrong shape,
     *   is larger than 256 KiB or has details that are not JSON. If it rejects, none of the call's events are queued.
     */
    createEvent(events: GameEvent<Taxonomy>[]): Promise<void>;
    /**
     * Works like `createEvent`, but `user_details` contains all details from `setUserDetails`. It sends `email` and
     * `wallet_id` only while PII tracking is on.
     */
    createUserEvent(events: GameEvent<Taxonomy>[]): Promise<void>;
    /** @returns whether the SDK tracks personally identifiable information; off by default */
    getPIITracking(): boolean;
    /**
     * Turns the tracking of personally identifiable information (email, wallet, the address's query, device, operating
     * system, browser) on or off. Call it before `startSession`. If `session_created` was sent without these fields, the
     * SDK sends them once per session, in an event `session_created` / `session_data_updated`.
     */
    setPIITracking(piiTracking: boolean): void;
    /** @returns the details that were set with `setAppDetails` */
    getAppDetails(): AppDetails;
    /** Sets the app details that all later events will contain, and replaces the earlier details. */
    setAppDetails(details: AppDetails): void;
    /** @returns the details that were set with `setUserDetails` */
    getUserDetails(): UserDetails;
    /**
     * Sets the user details for later calls to `createUserEvent`, and replaces the earlier details. The first `user_id`
     * causes one `identify` event, with which the daemon connects the anonymous ID to the user.
     * @throws TypeError if `user_id` is not 1-255 characters or contains control characters
     */
    setUserDetails(details: UserDetails): void;
    /**
     * Sets whether the player consents. `granted` stores and sends the waiting events, in order. `denied` drops them, and
     * deletes what the SDK stored on this machine; to start again after that, set `granted` and call `startSession`.
     */
    setConsent(consent: Consent): void;
    /** Sends events (true, the default) or logs them to the console (false). Events that are already queued are kept. */
    setEnabled(enabled: boolean): void;
    /** @returns whether the SDK sends events */
    isEnabled(): boolean;
    /**
     * @returns the redeem code in the address at which the player landed (`?code=`), which your server redeems at login;
     *   null if there is none
     */
    getRedeemCode(): string | null;
    /**
     * Sends the waiting events now, instead of up to two seconds later, but never earlier than the server allows.
     * @returns resolves to whether the queue is empty; always true after `optOut` or if consent is denied
     */
    flush(): Promise<boolean>;
    /**
     * Forgets the player: user details, session, anonymous ID, UTMs, link and code. Waiting events are still sent. If a
     * session was started, the SDK starts a new one.
     */
    reset(): Promise<void>;
    /**
     * Deletes all data that the SDK stored on this machine, including waiting events. From then on, the SDK stores and
     * sends nothing, even on later visits. To undo this, call `optOut(false)` and then `startSession`.
     */
    optOut(out?: boolean): Promise<void>;
}
