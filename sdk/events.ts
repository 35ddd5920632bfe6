import { joinLanding, type Landing, readLanding, type Touches, utmsOf } from './attribution.ts';
import { checkEvents, checkSettings, checkUserId } from './check.ts';
import { createClock } from './clock.ts';
import { deviceDetails, readPage } from './device.ts';
import { fault } from './fault.ts';
import { EventsBaseURL } from './hosts.ts';
import { uuidV7 } from './ids.ts';
import { listenToPage, measureVisit } from './page.ts';
import { createQueue } from './queue.ts';
import { createSender } from './sender.ts';
import { createSession } from './session.ts';
import { createStorage } from './storage.ts';
import { createStore, type Waiting } from './store.ts';
import type { AnyTaxonomy, AppDetails, Consent, GameEvent, Options, UserDetails } from './types.ts';
import { bytesOf } from './verdict.ts';

const MAX_EVENT_BYTES = 262_144;

/** The maximum number of calls that wait for the player's consent. */
const MAX_HELD = 10_000;

/** Returns an event's JSON text unchanged. @throws TypeError if it is too large */
function limited(text: string): string {
  if (bytesOf(text) > MAX_EVENT_BYTES) throw fault('event over 256 KiB');
  return text;
}

/** The details of a page, and the time on this machine's clock when they were read. */
interface Place {
  at: number;
  page: ReturnType<typeof readPage>;
}

/** The state at the time of a call. Its events are created with this state, even if the call waits for consent. */
interface Moment extends Place {
  app: AppDetails;
  user: UserDetails;
  isPII: boolean;
  isLogging: boolean;
}

const here = (): Place => ({ at: Date.now(), page: readPage() });
const readAddress = () => readLanding(globalThis.location?.search ?? '');

/** The events that `createEvent` accepts, whatever the taxonomy. */
type AnyEvent = GameEvent<AnyTaxonomy>;

/**
 * The event service for one game. The constructor reads the page's address, but stores and sends nothing; call
 * `startSession` to begin.
 *
 * `EVENTS<Taxonomy>` types the events: `{event_type: {event_sub_type: details}}`.
 */
export class GameEvents<Taxonomy extends object = AnyTaxonomy> {
  readonly #gameId: string;
  readonly #options: Options;
  readonly #isLocal: boolean;
  readonly #storage;
  readonly #clock;
  /** @internal */
  protected readonly queue;
  readonly #sender;
  readonly #session;
  /** Where and when the player landed, until `startSession` uses it. The page may change its address before that. */
  #landing: Landing & Partial<Place> = { ...here(), ...readAddress() };
  #consent: Consent;
  /** The calls that are waiting for the player's consent, in order. Each will be carried out or dropped. */
  #held: ((isGranted?: boolean) => void)[] = [];
  /** Whether the player opted out, possibly in another tab, or denied consent. */
  readonly #isOut = () => this.#consent === 'denied' || !!this.#storage.get('out');
  #isStarted = false;
  #isEnabled = true;
  #isPII = false;
  /** Returns the durations since this function was last called; set only with the option `playtime`. */
  readonly #takeSeconds;
  #app: AppDetails = {};
  #user: UserDetails = {};

  /**
   * @param api_key a client key (`ck_…`); staff create it in the Portal under API keys, or with `redeemd keys create
   *   --kind client`
   * @param game_id the game: 1-64 letters, digits and underscores
   * @param baseURL where events are sent
   * @throws TypeError if the key's format, the game_id or the baseURL is invalid
   */
  constructor(api_key: string, game_id: string, baseURL: EventsBaseURL, options: Options = {}) {
    checkSettings(api_key, game_id);
    if (!Object.values(EventsBaseURL).includes(baseURL)) throw fault('baseURL must be an EventsBaseURL value');
    this.#gameId = game_id;
    this.#options = options;
    this.#consent = options.consent ?? 'granted';
    this.#isLocal = baseURL === EventsBaseURL.EVENTS_LOCAL;
    const isServer = this.isServer();
    this.#storage = createStorage(game_id, isServer, this.#isOut);
    this.#clock = createClock(this.#storage, isServer);
    this.queue = createQueue(createStore(game_id, this.#isOut), this.#storage, this.#clock, this.#tellDropped);
    const destination = { url: baseURL, apiKey: api_key, gameId: game_id };
    const maySend = () => this.#isStarted && this.#consent === 'granted' && !this.#isOut() && !this.#isLogging();
    this.#sender = createSender(destination, this.queue, this.#storage, this.#clock, maySend, isServer);
    this.#session = createSession(this.#storage, options.sessionIdleMs);
    if (options.playtime && globalThis.document) this.#takeSeconds = measureVisit();
    listenToPage(this.queue, this.#sender, () => this.#endVisit());
  }

  /** @internal A server has many users, no page and no storage. */
  protected isServer(): boolean {
    return false;
  }

  /**
   * Starts the session, or continues a stored one. Call it when the user lands, before any event. It fires
   * `session_created` once for each session ID, and again when the address has new UTMs or a different referral link.
   * It also sends events that were not sent during earlier visits.
   * @returns resolves when `session_created` is stored
   */
  startSession(): Promise<void> {
    if (this.#isOut()) return Promise.resolve();
    this.#isStarted = true;
    this.#takeSeconds?.();
    const landing = { ...here(), ...this.#landing, ...readAddress() };
    this.#landing = { code: landing.code };
    return this.#onceGranted((moment) => this.#begin(landing, moment));
  }

  #begin(landing: Landing & Place, moment: Moment): Promise<void> {
    const { touches, isNew } = joinLanding(this.#touches(), landing);
    this.#landing = {};
    this.#storage.set('touch', JSON.stringify(touches));
    if (isNew) this.#storage.set('told', null);
    const stored = this.#announce(moment, landing);
    void this.#identify(moment);
    if (!this.#isLocal) {
      void this.queue.recover(this.#sender.wake);
      this.#sender.resume('key');
    }
    return stored;
  }

  /**
   * Queues events for an anonymous user. Their `user_details` contain only the anonymous ID, as `user_id`.
   * @param events `{event_type, event: {event_sub_type, event_details?}}`; the SDK adds each event's ID, time, session,
   *   UTMs and details
   * @returns resolves when the events are stored on this machine or, if it has no storage, when the daemon has them. It
   *   rejects if `startSession` has not been called, if 10,000 events are waiting, or if an event has the wrong shape,
   *   is larger than 256 KiB or has details that are not JSON. If it rejects, none of the call's events are queued.
   */
  createEvent(events: GameEvent<Taxonomy>[]): Promise<void> {
    return this.create(events as AnyEvent[], {});
  }

  /**
   * Works like `createEvent`, but `user_details` contains all details from `setUserDetails`. It sends `email` and
   * `wallet_id` only while PII tracking is on.
   */
  createUserEvent(events: GameEvent<Taxonomy>[]): Promise<void> {
    return this.create(events as AnyEvent[], this.#user);
  }

  /** @returns whether the SDK tracks personally identifiable information; off by default */
  getPIITracking(): boolean {
    return this.#isPII;
  }

  /**
   * Turns the tracking of personally identifiable information (email, wallet, the address's query, device, operating
   * system, browser) on or off. Call it before `startSession`. If `session_created` was sent without these fields, the
   * SDK sends them once per session, in an event `session_created` / `session_data_updated`.
   */
  setPIITracking(piiTracking: boolean): void {
    this.#isPII = piiTracking;
    void this.#onceGranted((moment) => this.#announce(moment));
  }

  /** @returns the details that were set with `setAppDetails` */
  getAppDetails(): AppDetails {
    return { ...this.#app };
  }

  /** Sets the app details that all later events will contain, and replaces the earlier details. */
  setAppDetails(details: AppDetails): void {
    this.#app = { ...details };
  }

  /** @returns the details that were set with `setUserDetails` */
  getUserDetails(): UserDetails {
    return { ...this.#user };
  }

  /**
   * Sets the user details for later calls to `createUserEvent`, and replaces the earlier details. The first `user_id`
   * causes one `identify` event, with which the daemon connects the anonymous ID to the user.
   * @throws TypeError if `user_id` is not 1-255 characters or contains control characters
   */
  setUserDetails(details: UserDetails): void {
    checkUserId(details.user_id);
    this.#user = { ...details };
    void this.#onceGranted((moment) => this.#identify(moment));
  }

  /**
   * Sets whether the player consents. `granted` stores and sends the waiting events, in order. `denied` drops them, and
   * deletes what the SDK stored on this machine; to start again after that, set `granted` and call `startSession`.
   */
  setConsent(consent: Consent): void {
    this.#consent = consent;
    if (consent === 'denied') void this.#forgetAll(this.#storage.get('out'));
    if (consent !== 'granted') return;
    // Another tab may have opted out.
    for (const end of this.#held.splice(0)) end(!this.#isOut());
    void this.#sender.drain();
  }

  /** Sends events (true, the default) or logs them to the console (false). Events that are already queued are kept. */
  setEnabled(enabled: boolean): void {
    this.#isEnabled = enabled;
    void this.#sender.drain();
  }

  /** @returns whether the SDK sends events */
  isEnabled(): boolean {
    return this.#isEnabled;
  }

  /**
   * @returns the redeem code in the address at which the player landed (`?code=`), which your server redeems at login;
   *   null if there is none
   */
  getRedeemCode(): string | null {
    return this.#touches().code ?? this.#landing.code ?? null;
  }

  /**
   * Sends the waiting events now, instead of up to two seconds later, but never earlier than the server allows.
   * @returns resolves to whether the queue is empty; always true after `optOut` or if consent is denied
   */
  flush(): Promise<boolean> {
    return this.#isOut() ? Promise.resolve(true) : this.#sender.flush();
  }

  /**
   * Forgets the player: user details, session, anonymous ID, UTMs, link and code. Waiting events are still sent. If a
   * session was started, the SDK starts a new one.
   */
  reset(): Promise<void> {
    this.#endVisit();
    this.#user = {};
    this.#landing = {};
    if (!this.#isStarted) this.#session.forget();
    return this.#onceGranted((moment) => {
      this.#session.forget();
      return this.#announce(moment);
    });
  }

  /**
   * Deletes all data that the SDK stored on this machine, including waiting events. From then on, the SDK stores and
   * sends nothing, even on later visits. To undo this, call `optOut(false)` and then `startSession`.
   */
  optOut(out = true): Promise<void> {
    return this.#forgetAll(out ? '1' : null);
  }

  /** @param out the value to store: '1' if the player opted out, otherwise null */
  #forgetAll(out: string | null): Promise<void> {
    this.#storage.clear();
    this.#storage.set('out', out);
    this.#user = {};
    this.#landing = {};
    this.#isStarted = false;
    for (const end of this.#held.splice(0)) end();
    return this.queue.clear();
  }

  /**
   * @internal Rejects if the call is wrong. Events that are dropped later are passed to `onDrop`, so the caller need
   *   not handle a later rejection.
   */
  protected create(events: AnyEvent[], user: UserDetails): Promise<void> {
    if (this.#isOut()) return Promise.resolve();
    try {
      if (!this.#isStarted) throw fault('call startSession() first');
      checkEvents(events);
      // The caller may change its objects while the events wait.
      const given: AnyEvent[] =
        this.#consent === 'granted' ? events : events.map((event) => JSON.parse(limited(JSON.stringify(event))));
      return this.#onceGranted((moment) => {
        void this.#announce(moment);
        return this.#put(this.#make(given, user, moment), moment);
      });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** @throws TypeError if details are not JSON or an event is too large */
  #make(events: AnyEvent[], user: UserDetails, { at, app, isPII }: Moment, ids = this.#session.current(at)): Waiting[] {
    const { sessionId, anonId } = ids;
    const now = this.#clock.correct(at);
    const { email: _, wallet_id: __, ...impersonal } = user;
    const touches = this.#touches();
    const { beforeSend } = this.#options;
    const common = {
      session_id: sessionId,
      // On a server, the anonymous ID belongs to the process. If it were connected to the first user, the events of all
      // others would count as that user's.
      anon_id: this.isServer() && user.user_id ? undefined : anonId,
      utms: utmsOf(touches),
      service_referral_link: touches.link,
      user_details: { ...(isPII ? user : impersonal), user_id: user.user_id ?? anonId },
      app_details: app,
    };
    return events.flatMap(({ game_id = this.#gameId, event_type, event }) => {
      const sent = { created_at: new Date(now), event_id: uuidV7(now), event_type, event, game_id, ...common };
      let text = JSON.stringify(sent);
      if (beforeSend)
        try {
          // `beforeSend` gets a copy, so its changes reach neither the caller's object nor the next event.
          const seen = beforeSend(JSON.parse(text));
          if (!seen) return [];
          text = JSON.stringify(seen);
        } catch (error) {
          console.error(error);
          // `beforeSend` threw an error, so the event is dropped: it may contain data that `beforeSend` should remove.
          this.#tellDropped([{ id: '', text }], 'before_send');
          return [];
        }
      return { id: sent.event_id, text: limited(text), raw: !this.#clock.isKnown() };
    });
  }

  #put(made: Waiting[], { isLogging }: Moment): Promise<void> {
    if (!isLogging) {
      const added = this.queue.add(made, this.#sender.wake);
      // A caller that ignores the promise must not cause an unhandled rejection.
      added.catch(() => {});
      return added;
    }
    for (const { text } of made) console.log('service-sdk', JSON.parse(text));
    return Promise.resolve();
  }

  /**
   * Fires `session_created` if it has not been sent for this session, or was sent without the fields that PII tracking
   * adds.
   * @param landing set by `startSession`
   */
  #announce(moment: Moment, landing?: Place): Promise<void> {
    const { isPII } = moment;
    const mark = this.#session.current(moment.at).sessionId + (isPII ? ' pii' : '');
    return this.#tell('told', mark, 'session_created', moment, () => ({
      ...(landing ?? moment).page(isPII, landing && new Date(this.#clock.correct(landing.at))),
      ...(isPII && deviceDetails(this.#options.disableData)),
    }));
  }

  #identify(moment: Moment): Promise<void> {
    if (!moment.user.user_id || this.isServer()) return Promise.resolve();
    return this.#tell('identified', this.#session.current(moment.at).anonId, 'identify', moment, () => ({}));
  }

  /** Reports how long the page was open and visible. This neither begins a session nor continues an idle one. */
  #endVisit(): void {
    const event_details = this.#takeSeconds?.();
    if (!event_details) return;
    const event_type = 'session_ended';
    const event = { event_sub_type: event_type, event_details };
    // App details that are not JSON must not prevent the page from sending its other events.
    this.#onceGranted(async (moment) =>
      this.#put(this.#make([{ event_type, event }], {}, moment, this.#session.current()), moment),
    ).catch(console.error);
  }

  /** Calls `act` now or once the player consents, but never before `startSession` or after the player has refused. */
  #onceGranted(act: (moment: Moment) => Promise<void>): Promise<void> {
    if (!this.#isStarted || this.#isOut()) return Promise.resolve();
    const moment: Moment = {
      ...here(),
      app: this.#app,
      user: this.#user,
      isPII: this.#isPII,
      isLogging: this.#isLogging(),
    };
    if (this.#consent === 'granted') return act(moment);
    const done = new Promise<void>((resolve, reject) => {
      if (this.#held.length >= MAX_HELD) reject(new Error('service-sdk: queue full (10,000 waiting)'));
      else
        this.#held.push((isGranted) => {
          // If PII tracking was turned off before the player consented, nothing personal is sent.
          moment.isPII &&= this.#isPII;
          // If the call throws, its promise rejects.
          resolve(isGranted ? new Promise((settle) => settle(act(moment))) : undefined);
        });
    });
    // A caller that ignores the promise must not cause an unhandled rejection.
    done.catch(() => {});
    return done;
  }

  /**
   * Fires one of the SDK's own events once for each `mark`, such as a session ID, across all tabs and visits. An event
   * that was only logged or could not be created does not count.
   */
  #tell(
    key: string,
    mark: string,
    event_type: string,
    moment: Moment,
    details: () => Record<string, unknown>,
  ): Promise<void> {
    const name = moment.isLogging ? `${key}_local` : key;
    const reported = this.#storage.get(name);
    if (reported?.startsWith(mark)) return Promise.resolve();
    const isMore = reported && mark.startsWith(reported);
    const event = { event_sub_type: isMore ? 'session_data_updated' : event_type, event_details: details() };
    let made: Waiting[] = [];
    // The mark is set before the event is created, because `beforeSend` may call this function again.
    this.#storage.set(name, mark);
    try {
      made = this.#make([{ event_type, event }], event.event_sub_type === 'session_created' ? {} : moment.user, moment);
    } catch (error) {
      console.error(error);
    }
    if (!made[0]) this.#storage.set(name, reported);
    return this.#put(made, moment);
  }

  #touches(): Touches {
    return this.#storage.read('touch');
  }

  #isLogging(): boolean {
    return this.#isLocal || !this.#isEnabled;
  }

  readonly #tellDropped = (dropped: Waiting[], reason: string): void => {
    const events = dropped.map(({ text }) => JSON.parse(text));
    const { onDrop = console.warn.bind(console, 'service-sdk: dropped') } = this.#options;
    try {
      onDrop(events, reason);
    } catch (error) {
      console.error(error);
    }
  };
}
