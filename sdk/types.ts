/** Appended to every event; set through `setAppDetails`. */
export interface AppDetails {
  /** For example android, ios, web, desktop. */
  platform_id?: string;
  client_app_version?: string;
  /** Only where the SDK runs on a server. */
  server_app_version?: string;
  /** The shop the app came from. */
  store_id?: string;
  /** Where the user came from. */
  source_id?: string;
  [detail: string]: unknown;
}

/** Appended to the events of `createUserEvent`; set through `setUserDetails`. */
export interface UserDetails {
  /** Your own id of the user: 1-255 characters, no control characters. */
  user_id?: string;
  /** Sent only while PII tracking is on. */
  email?: string;
  /** Sent only while PII tracking is on. */
  wallet_id?: string;
  [detail: string]: unknown;
}

/** Any event type, any sub-type, any details. */
export type AnyTaxonomy = Record<string, Record<string, Record<string, unknown>>>;

/** Nothing belongs into details without a field; optional fields alone make details optional. */
type DetailsOf<Details> = [keyof Details] extends [never]
  ? { event_details?: Record<string, never> }
  : Record<never, never> extends Details
    ? { event_details?: Details }
    : { event_details: Details };

/** An event as `createEvent` takes it, of a taxonomy `{event_type: {event_sub_type: details}}`. */
export type GameEvent<Taxonomy extends object = AnyTaxonomy> = {
  [Type in keyof Taxonomy & string]: {
    [SubType in keyof Taxonomy[Type] & string]: {
      /** Left out, it is the constructor's. */
      game_id?: string;
      event_type: Type;
      event: { event_sub_type: SubType } & DetailsOf<Taxonomy[Type][SubType]>;
    };
  }[keyof Taxonomy[Type] & string];
}[keyof Taxonomy & string];

/** An event as it is sent. */
export interface SentEvent {
  /** ISO 8601, by the server's clock. */
  created_at: string;
  /** UUID v7; an id that comes twice is stored once. */
  event_id: string;
  event_type: string;
  event: { event_sub_type: string; event_details?: Record<string, unknown> };
  game_id: string;
  /** UUID v4. */
  session_id: string;
  anon_id?: string;
  /**
   * The `utm_*` parameters of the last landing that had any; those of the first one in `first_touch` where they differ.
   */
  utms?: Record<string, unknown>;
  /** `linkId` of the last landing that had one. */
  service_referral_link?: string;
  user_details: UserDetails & { user_id: string };
  app_details: AppDetails;
}

/**
 * Why events were dropped: `queue_full` (10,000 wait already), `too_large` (a server on the way takes no event of that
 * size), `before_send` (`beforeSend` threw), `exit` (a server's process ended), else the code of the daemon's refusal, for
 * example `invalid_event` or `wrong_game`.
 */
export type DropReason = 'queue_full' | 'too_large' | 'before_send' | 'exit' | (string & Record<never, never>);

export interface Options {
  /** Which fields are never collected: flags of `DisableDataSettings`, added up. */
  disableData?: number;
  /**
   * Milliseconds without an event after which the next one begins a new session. Without it a session lasts as long as
   * it is stored.
   */
  sessionIdleMs?: number;
  /**
   * Sees every event before it is queued: returns it, changed or not, or null to drop it. Where it throws, the event is
   * dropped with the reason `before_send`, and the error stands on the console.
   */
  beforeSend?: (event: SentEvent) => SentEvent | null;
  /** Told of every event that will not arrive. Without it they are named on the console. */
  onDrop?: (events: SentEvent[], reason: DropReason) => void;
}
