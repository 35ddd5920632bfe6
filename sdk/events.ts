import { joinLanding, readLanding, type Touches, utmsOf } from './attribution.ts';
import { checkEvents, checkSettings, checkUserId, fault } from './check.ts';
import { createClock } from './clock.ts';
import { deviceDetails, pageDetails } from './device.ts';
import { EventsBaseURL } from './hosts.ts';
import { uuidV7 } from './ids.ts';
import { createQueue } from './queue.ts';
import { createSender } from './sender.ts';
import { createSession } from './session.ts';
import { createStorage } from './storage.ts';
import { createStore, type Waiting } from './store.ts';
import type { AnyTaxonomy, AppDetails, GameEvent, Options, SentEvent, UserDetails } from './types.ts';

const SESSION_CREATED = 'session_created';

/** What `createEvent` takes, whatever its taxonomy. */
type AnyEvent = GameEvent<AnyTaxonomy>;

/**
 * The event service of one game. Making it touches nothing; `startSession` begins.
 *
 * `EVENTS<Taxonomy>` types the events: `{event_type: {event_sub_type: details}}`.
 */
export class GameEvents<Taxonomy extends object = AnyTaxonomy> {
  readonly #gameId: string;
  readonly #options: Options;
  readonly #isLocal: boolean;
  readonly #storage;
  readonly #clock;
  readonly #queue;
  readonly #sender;
  readonly #session;
  #isStarted = false;
  #isEnabled = true;
  #isPII = false;
  #app: AppDetails = {};
  #user: UserDetails = {};

  /**
   * @param api_key a client key (`ck_…`); made in the Portal under API Keys, or by `redeemd keys create --kind client`
   * @param game_id the game: 1-64 letters, digits and underscores
   * @param baseURL where events go
   * @throws TypeError on a key that is not of the key format, on a bad game_id and on a baseURL that is none
   */
  constructor(api_key: string, game_id: string, baseURL: EventsBaseURL, options: Options = {}) {
    checkSettings(api_key, game_id);
    if (!Object.values(EventsBaseURL).includes(baseURL)) throw fault('baseURL: one of EventsBaseURL');
    this.#gameId = game_id;
    this.#options = options;
    this.#isLocal = baseURL === EventsBaseURL.EVENTS_LOCAL;
    const isServer = this.isServer();
    const storage = createStorage(game_id, isServer);
    const clock = createClock(storage, isServer);
    const tellDropped = (events: Waiting[], reason: string) => this.#tellDropped(events, reason);
    const queue = createQueue(createStore(game_id), storage, clock, tellDropped);
    const maySend = () => this.#isOn() && !this.#isLogging();
    const destination = { url: baseURL, apiKey: api_key, gameId: game_id };
    this.#sender = createSender({ destination, queue, storage, clock, maySend, isAlone: isServer, tellDropped });
    this.#session = createSession(storage, options.sessionIdleMs);
    this.#storage = storage;
    this.#clock = clock;
    this.#queue = queue;
  }

  /** @internal Servers have many users, no page and no storage. */
  protected isServer(): boolean {
    return false;
  }

  /**
   * Starts the session: call it when the user lands, before any event. A stored session goes on. Fires
   * `session_created` once for each session id, and again when the address brings new UTMs or another referral link.
   * Sends what earlier visits left.
   * @returns resolves when `session_created` is stored
   */
  startSession(): Promise<void> {
    if (this.#storage.get('out')) return Promise.resolve();
    const isFirst = !this.#isStarted;
    this.#isStarted = true;
    const { touches, isNew } = joinLanding(this.#touches(), readLanding(globalThis.location?.search ?? ''));
    this.#storage.set('touch', JSON.stringify(touches));
    if (isNew) this.#storage.set('told', null);
    if (isFirst) this.#listen();
    const stored = this.#announce();
    this.#identify();
    if (!this.#isLocal) {
      void quiet(this.#queue.recover(this.#sender.wake));
      this.#sender.start();
    }
    return stored;
  }

  /**
   * Queues events of an anonymous user: they carry `user_details: {user_id: <anonymous id>}` only.
   * @param events `{event_type, event: {event_sub_type, event_details?}}`; each gets its id, time, session, UTMs and
   * details
   * @returns resolves when they are stored on this machine (where nothing can be stored: when the daemon has them).
   * Rejects before `startSession`, on events of a wrong shape (none of them is queued then), and when 10,000 wait
   * already.
   */
  createEvent(events: GameEvent<Taxonomy>[]): Promise<void> {
    return this.create(events as AnyEvent[], {});
  }

  /** Like `createEvent`, with all that `setUserDetails` set; `email` and `wallet_id` only while PII tracking is on. */
  createUserEvent(events: GameEvent<Taxonomy>[]): Promise<void> {
    return this.create(events as AnyEvent[], this.#user);
  }

  /** @returns whether personally identifiable information is tracked; off at first */
  getPIITracking(): boolean {
    return this.#isPII;
  }

  /**
   * Tracks personally identifiable information, or not: e-mail, wallet, the address's query, device, operating system,
   * browser. Call it before `startSession`; where the session was told without them, an event `session_created` /
   * `session_data_updated` carries them, once a session.
   */
  setPIITracking(piiTracking: boolean): void {
    this.#isPII = piiTracking;
    if (this.#isOn()) void this.#announce();
  }

  /** @returns what `setAppDetails` set */
  getAppDetails(): AppDetails {
    return { ...this.#app };
  }

  /** Sets the details of the app that all later events carry; replaces those set before. */
  setAppDetails(details: AppDetails): void {
    this.#app = { ...details };
  }

  /** @returns what `setUserDetails` set */
  getUserDetails(): UserDetails {
    return { ...this.#user };
  }

  /**
   * Sets the details of the user that later `createUserEvent`s carry; replaces those set before. The first `user_id`
   * sends one event `identify`, by which the daemon joins the anonymous id to the user.
   * @throws TypeError on a `user_id` that is not 1-255 characters without control characters
   */
  setUserDetails(details: UserDetails): void {
    checkUserId(details.user_id);
    this.#user = { ...details };
    if (this.#isOn()) this.#identify();
  }

  /** Sends events (true, as at first), or logs them to the console (false); what waits already then waits on. */
  setEnabled(enabled: boolean): void {
    this.#isEnabled = enabled;
    void this.#sender.drain();
  }

  /** @returns whether events are sent */
  isEnabled(): boolean {
    return this.#isEnabled;
  }

  /**
   * @returns the redeem code of the address the player came by (`?code=`), for your server to redeem at login; null
   * where there is none
   */
  getRedeemCode(): string | null {
    return this.#touches().code ?? null;
  }

  /**
   * Sends what waits now, instead of up to two seconds later. It never sends sooner than the server asked for.
   * @returns resolves to whether nothing waits any more
   */
  flush(): Promise<boolean> {
    return this.#sender.flush();
  }

  /**
   * Forgets the player: user details, session, anonymous id, UTMs, link and code. What waits is still sent. A session
   * that was started begins anew.
   */
  reset(): Promise<void> {
    this.#user = {};
    this.#session.forget();
    return this.#isOn() ? this.#announce() : Promise.resolve();
  }

  /**
   * Deletes all that is stored on this machine, also what waits to be sent, and from now on neither stores nor sends
   * anything, also on later visits. `optOut(false)` takes that back; call `startSession` then.
   */
  async optOut(out = true): Promise<void> {
    this.#storage.clear();
    this.#user = {};
    this.#isStarted = false;
    if (out) this.#storage.set('out', '1');
    await this.#queue.clear();
  }

  /** @internal The process ends: what waits is lost. */
  protected abandon(): void {
    const own = this.#queue.own();
    if (own[0]) this.#tellDropped(own, 'exit');
  }

  /**
   * @internal Faults of the caller are loud; an event that does not arrive is told through `onDrop`, and need not be
   * caught.
   */
  protected create(events: AnyEvent[], user: UserDetails): Promise<void> {
    if (this.#storage.get('out')) return Promise.resolve();
    try {
      if (!this.#isStarted) throw fault('call startSession() first');
      checkEvents(events);
      void this.#announce();
      const made = this.#make(events, user);
      return made[0] ? quiet(this.#queue.add(made, this.#sender.wake)) : Promise.resolve();
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #make(events: AnyEvent[], user: UserDetails): Waiting[] {
    const { sessionId, anonId } = this.#session.current();
    const { email: _, wallet_id: __, ...impersonal } = user;
    const touches = this.#touches();
    const { beforeSend } = this.#options;
    const common = {
      session_id: sessionId,
      // A server's anonymous id is nobody's: joined to its first user, it would give that one all the others' events.
      anon_id: this.isServer() && user.user_id ? undefined : anonId,
      utms: utmsOf(touches),
      service_referral_link: touches.link,
      user_details: { ...(this.#isPII ? user : impersonal), user_id: user.user_id ?? anonId },
      app_details: this.#app,
    };
    return events.flatMap(({ game_id = this.#gameId, event_type, event }) => {
      const now = this.#clock.now();
      const created_at = new Date(now).toISOString();
      const sent: SentEvent = { created_at, event_id: uuidV7(now), event_type, event, game_id, ...common };
      // A copy of its own: what is changed in it is neither the caller's nor the next event's.
      const last = beforeSend ? beforeSend(JSON.parse(JSON.stringify(sent))) : sent;
      if (!last) return [];
      if (!this.#isLogging()) return { id: last.event_id, text: JSON.stringify(last), raw: !this.#clock.isKnown() };
      console.log('service-sdk', last);
      return [];
    });
  }

  /** Fires `session_created` where nobody has told of this session yet, or not with what PII tracking adds. */
  #announce(): Promise<void> {
    const { sessionId } = this.#session.current();
    const isNew = this.#isFirst('told', sessionId);
    const isMore = this.#isPII && this.#isFirst('pii', sessionId);
    if (isNew) return this.#fire(SESSION_CREATED, SESSION_CREATED, this.#details(), {});
    return isMore
      ? this.#fire(SESSION_CREATED, 'session_data_updated', this.#details(), this.#user)
      : Promise.resolve();
  }

  #identify() {
    if (this.#user.user_id && !this.isServer() && this.#isFirst('identified', this.#session.current().anonId))
      void this.#fire('identify', 'identify', {}, this.#user);
  }

  /** True the first time, for all tabs and visits; what was only logged does not count. */
  #isFirst(key: string, value: string): boolean {
    const name = this.#isLogging() ? `${key}_local` : key;
    const isFirst = this.#storage.get(name) !== value;
    if (isFirst) this.#storage.set(name, value);
    return isFirst;
  }

  #fire(event_type: string, event_sub_type: string, event_details: Record<string, unknown>, user: UserDetails) {
    return this.create([{ event_type, event: { event_sub_type, event_details } }], user);
  }

  #details() {
    const isPII = this.#isPII;
    return { ...pageDetails(isPII), ...(isPII && deviceDetails(this.#options.disableData ?? 0)) };
  }

  #touches(): Touches {
    return this.#storage.read('touch');
  }

  /** Another tab may have opted out. */
  #isOn(): boolean {
    return this.#isStarted && !this.#storage.get('out');
  }

  #isLogging(): boolean {
    return this.#isLocal || !this.#isEnabled;
  }

  #listen() {
    const { document } = globalThis;
    const part = () => this.#sender.part();
    document?.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') return part();
      this.#queue.journal();
      void this.#sender.drain();
    });
    globalThis.addEventListener?.('pagehide', part);
    globalThis.addEventListener?.('online', this.#sender.online);
  }

  #tellDropped(dropped: Waiting[], reason: string) {
    const events = dropped.map(({ text }) => JSON.parse(text));
    const { onDrop = console.warn.bind(console, 'service-sdk: dropped') } = this.#options;
    try {
      onDrop(events, reason);
    } catch (error) {
      console.error(error);
    }
  }
}

/** Whoever does not look at it is not troubled by an unhandled rejection. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
