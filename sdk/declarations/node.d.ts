import { GameEvents } from './events.ts';
import type { EventsBaseURL } from './hosts.ts';
import type { AnyTaxonomy, AppDetails, GameEvent, Options, UserDetails } from './types.ts';
export { DisableDataSettings } from './disable-data.ts';
export { EventsBaseURL } from './hosts.ts';
export type { AnyTaxonomy, AppDetails, Consent, DropReason, GameEvent, Options, SentEvent, UserDetails, } from './types.ts';
export interface ServerOptions extends Options {
    /** The version of the server app, which is added to every event's `app_details`. */
    server_app_version?: string;
}
/**
 * The event service on a server. It has the same operations as in a browser, but keeps its queue in memory. Each
 * process is one session. `createEvent` resolves when the daemon has the events.
 *
 * A process that runs out of work sends the waiting events before it ends. Before `process.exit` and in signal
 * handlers, call `await events.flush()`. Events that are lost anyway are passed to `onDrop` with the reason `exit`, and
 * their promises reject.
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
    /** Sets the app details that all later events will contain, in addition to `server_app_version`. */
    setAppDetails(details: AppDetails): void;
    /**
     * Works like `createEvent`, with the details of a user.
     * @param user the user of these events; by default, the user that was set with `setUserDetails`
     */
    createUserEvent(events: GameEvent<Taxonomy>[], user?: UserDetails): Promise<void>;
}
declare const _default: {
    EVENTS: typeof EVENTS;
};
export default _default;
