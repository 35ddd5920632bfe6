import type { Call, ProblemDocument } from '../../daemon/contract/client.ts';
import type { EndpointName, Endpoints } from '../../daemon/contract/contract.ts';
import type { AnswerOf, Endpoint, Role } from '../../daemon/contract/endpoint.ts';
import type { Environment } from '../../daemon/contract/environment.ts';
import type { PasskeyAnswer } from '../../daemon/contract/passkey-fields.ts';
import type { PortalScreen } from '../../daemon/contract/portal-screens.ts';

// The requests that the Portal's page can make. In a browser, `src/renderer/client/web-bridge.ts` handles them. In the
// desktop app, the preload forwards them to the main process, which checks the sender and parses all arguments.

/** The daemon whose data the screens show, and how the page reaches it. */
interface Connection {
  kind: 'web' | 'desktop';
  /** The daemon's address, without a trailing slash. */
  url: string;
  /** The name and colour that the user gave the daemon in the desktop app. */
  profile: ServerProfile | null;
}

export interface StaffMember {
  staff_id: number;
  email: string;
  name: string;
  role: Role;
  /** The games that the person is limited to; null or absent if there is no limit. */
  games?: readonly string[] | null;
  /** False for a person who only has a company account; absent in sessions of older daemons. */
  has_password?: boolean;
  /** Whether an authenticator app is set up. */
  totp: boolean;
  /** Whether the person has a passkey; absent in sessions of older daemons. */
  has_passkey?: boolean;
  /** Whether the daemon refuses all requests except those that set up the second factor. */
  totp_setup_required: boolean;
  /** The number of unused recovery codes; 0 if the second factor is off. */
  recovery_codes_left: number;
}

export interface Session {
  staff: StaffMember;
  /** An ISO 8601 time. */
  expires_at: string;
  /** The daemon's environment, such as production or staging. */
  environment: Environment;
}

/** A refusal, or `no_connection` with status 0 if there was no response. */
export type Refusal = Pick<ProblemDocument, 'code' | 'status' | 'detail'> & Partial<ProblemDocument>;

/** An endpoint's response as plain data, which can be passed between processes. */
type BridgeReply<E extends Endpoint> =
  | { ok: true; status: number; body: AnswerOf<E>; etag: string | null }
  /** The response if the ETag in `If-None-Match` is still valid. */
  | { ok: true; status: 304; body: null; etag: string | null }
  | { ok: false; status: number; problem: Refusal };

type Nothing = Record<never, never>;
/** The params, query and body that the contract's schemas accept. */
export type CallInput<E extends Endpoint> = Omit<Call<E>, 'headers' | 'signal'> & { etag?: string | null };
export type CallArguments<E extends Endpoint> =
  Nothing extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

interface Credentials {
  email: string;
  password: string;
  /** Six digits or a recovery code; required after the refusal `totp_required`. */
  totp_code?: string;
}
interface InvitationFields {
  token: string;
  password: string;
  name?: string;
  totp_code?: string;
}
interface PasswordFields {
  current_password: string;
  new_password: string;
}
interface SetupFields {
  setup_token: string;
  email: string;
  password: string;
  name?: string;
}

export type SessionReply = { ok: true; session: Session } | { ok: false; problem: Refusal };
/** `session` is null if no user is signed in. */
export type SessionState = { ok: true; session: Session | null } | { ok: false; problem: Refusal };

/** The result of saving a file. `place` is the path on disk; null in a browser. */
export type SaveReply =
  | { outcome: 'saved'; name: string; place: string | null }
  | { outcome: 'cancelled' }
  | { outcome: 'failed'; problem: Refusal };

/** What the page can request in a browser and in the desktop app. No response contains a token. */
export interface Bridge {
  connection(): Connection;
  /** Present only in the desktop app: a page from a daemon always uses that daemon. */
  desktop?: DesktopApi;
  call<N extends EndpointName>(name: N, ...args: CallArguments<Endpoints[N]>): Promise<BridgeReply<Endpoints[N]>>;
  session(): Promise<SessionState>;
  signIn(credentials: Credentials): Promise<SessionReply>;
  /**
   * Signs in with the company's account, on the provider's page. A browser opens that page in the same tab or, with
   * `keepsPage`, in a new one. The desktop app opens the system's browser.
   */
  signInWithCompany(keepsPage: boolean): Promise<SessionReply>;
  /** Present only in a browser that can use passkeys at this address. */
  signInWithPasskey?(passkey: PasskeyAnswer): Promise<SessionReply>;
  setup(fields: SetupFields): Promise<SessionReply>;
  acceptInvitation(fields: InvitationFields): Promise<SessionReply>;
  /** Ends all sessions of the user and opens a new one. */
  changePassword(fields: PasswordFields): Promise<SessionReply>;
  signOut(): Promise<void>;
  /** Saves bytes that the page created, such as a picture. */
  saveFile(name: string, bytes: Uint8Array, type: string): Promise<SaveReply>;
  /** Saves an endpoint's response byte for byte. In the desktop app, the page never holds the response. */
  saveAnswer<N extends EndpointName>(
    fileName: string,
    name: N,
    ...args: CallArguments<Endpoints[N]>
  ): Promise<SaveReply>;
}

/** A server's name and colour in this app. If they are null, those of the server's environment apply. */
export interface ServerProfile {
  name: string | null;
  colour: string | null;
}
export interface KnownServer extends ServerProfile {
  url: string;
  /** The environment that the server last reported. */
  environment: Environment | null;
}
/** The daemons that the desktop app has been connected to. `current` is null until the user chooses one. */
export interface Connections {
  current: string | null;
  known: KnownServer[];
  /** False if the system has no key store. The session then ends when the user quits the app. */
  keepsSessions: boolean;
}
/** What a daemon reports about itself, and whether the app supports its API version. */
export interface ServerAbout {
  version: string;
  api: string;
  fit: 'same' | 'older' | 'newer';
  environment: Environment | null;
}
/** A file that is being saved. `total` is null if the server does not send its length. */
export interface RunningSave {
  id: number;
  name: string;
  done: number;
  total: number | null;
}
type ConnectReply = { ok: true; url: string } | { ok: false; problem: Refusal };

/**
 * The requests that exist only in the desktop app. When the user switches to another daemon, the page loads again, so
 * it keeps none of the previous daemon's data.
 */
export interface DesktopApi {
  connections(): Promise<Connections>;
  /**
   * Parses an address that the user typed, checks that a daemon responds there and selects it. The user confirms a new
   * address in a system dialog.
   */
  connect(address: string): Promise<ConnectReply>;
  /** Returns null if no daemon is selected or it does not respond. */
  about(): Promise<ServerAbout | null>;
  /** Gives a known server a name and a colour. */
  describe(url: string, profile: ServerProfile): Promise<Connections>;
  /** Lets the user choose a server again, and keeps the session with the current one. */
  disconnect(): Promise<void>;
  /** Removes an address and its session. */
  forget(url: string): Promise<Connections>;
  /** Returns the files that are being saved. */
  saves(): Promise<RunningSave[]>;
  cancelSave(id: number): Promise<void>;
  /** Opens the server's documentation for a screen in the system's browser. */
  openHelp(screen: PortalScreen): Promise<void>;
}

/** The requests that the preload forwards to the main process. */
export type IpcApi = Omit<Bridge, 'connection' | 'desktop' | 'signInWithPasskey'> & DesktopApi;
/** Contains `problem` if the main process refused the request or failed to process it. */
export type IpcAnswer<T> = { ok: true; value: T } | { ok: false; problem: Refusal };
/** The object that the preload exposes to the page. */
export type ExposedBridge = {
  [K in keyof IpcApi]: (...args: unknown[]) => Promise<IpcAnswer<Awaited<ReturnType<IpcApi[K]>>>>;
};

/** The name of the exposed object: `window.portalBridge`. */
export const BRIDGE_GLOBAL = 'portalBridge';
/** The IPC channel of each request. */
export const CHANNELS = {
  connections: 'portal:connections',
  connect: 'portal:connect',
  about: 'portal:about',
  describe: 'portal:describe',
  disconnect: 'portal:disconnect',
  forget: 'portal:forget',
  call: 'portal:call',
  session: 'portal:session',
  signIn: 'portal:sign-in',
  signInWithCompany: 'portal:sign-in-with-company',
  setup: 'portal:setup',
  acceptInvitation: 'portal:accept-invitation',
  changePassword: 'portal:change-password',
  signOut: 'portal:sign-out',
  saveFile: 'portal:save-file',
  saveAnswer: 'portal:save-answer',
  saves: 'portal:saves',
  cancelSave: 'portal:cancel-save',
  openHelp: 'portal:open-help',
} as const satisfies Record<keyof IpcApi, string>;
