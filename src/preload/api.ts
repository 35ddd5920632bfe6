import type { Call, ProblemDocument } from '../../daemon/contract/client.ts';
import type { EndpointName, Endpoints } from '../../daemon/contract/contract.ts';
import type { AnswerOf, Endpoint, Role } from '../../daemon/contract/endpoint.ts';
import type { Environment } from '../../daemon/contract/environment.ts';

// What the Portal's page may ask of its environment. In a browser `src/renderer/client/web-bridge.ts` answers; in the
// desktop app the preload forwards each call to the main process, which checks the sender and parses every argument.

/** The daemon that the screens show, and how the page reaches it. */
interface Connection {
  kind: 'web' | 'desktop';
  /** The daemon's address, without a slash at its end. */
  url: string;
  /** What the user calls the daemon in the desktop app. */
  profile: ServerProfile | null;
}

export interface StaffMember {
  staff_id: number;
  email: string;
  name: string;
  role: Role;
  /** Whether the second factor is on. */
  totp: boolean;
  /** True if the daemon refuses everything except setting up the second factor. */
  totp_setup_required: boolean;
  /** How many recovery codes of the second factor are still good; 0 without one. */
  recovery_codes_left: number;
}

export interface Session {
  staff: StaffMember;
  /** ISO 8601. */
  expires_at: string;
  /** Which of the organisation's daemons answers. */
  environment: Environment;
}

/** A refusal, or `no_connection` if there was no answer (status 0). */
export type Refusal = Pick<ProblemDocument, 'code' | 'status' | 'detail'> & Partial<ProblemDocument>;

/** An endpoint's answer as plain data, so that it can cross between processes. */
type BridgeReply<E extends Endpoint> =
  | { ok: true; status: number; body: AnswerOf<E>; etag: string | null }
  /** The answer if the ETag of `If-None-Match` is still valid. */
  | { ok: true; status: 304; body: null; etag: string | null }
  | { ok: false; status: number; problem: Refusal };

type Nothing = Record<never, never>;
/** Params, query and body as the contract's schemas accept them. */
export type CallInput<E extends Endpoint> = Omit<Call<E>, 'headers' | 'signal'> & { etag?: string | null };
export type CallArguments<E extends Endpoint> =
  Nothing extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

interface Credentials {
  email: string;
  password: string;
  /** Six digits, or a recovery code; needed after the refusal `totp_required`. */
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
/** null if no user is signed in. */
export type SessionState = { ok: true; session: Session | null } | { ok: false; problem: Refusal };

/** The result of saving a file. `place` is the path on disk; only the desktop app knows it. */
export type SaveReply =
  | { outcome: 'saved'; name: string; place: string | null }
  | { outcome: 'cancelled' }
  | { outcome: 'failed'; problem: Refusal };

/** The calls of the page. No response contains a token. */
export interface Bridge {
  connection(): Connection;
  /** Only in the desktop app: a page served by a daemon always talks to that daemon. */
  desktop?: DesktopApi;
  call<N extends EndpointName>(name: N, ...args: CallArguments<Endpoints[N]>): Promise<BridgeReply<Endpoints[N]>>;
  session(): Promise<SessionState>;
  signIn(credentials: Credentials): Promise<SessionReply>;
  setup(fields: SetupFields): Promise<SessionReply>;
  acceptInvitation(fields: InvitationFields): Promise<SessionReply>;
  /** Ends every session of the user; the answer is a new session. */
  changePassword(fields: PasswordFields): Promise<SessionReply>;
  signOut(): Promise<void>;
  /** Saves bytes that the page made itself, such as a picture. */
  saveFile(name: string, bytes: Uint8Array, type: string): Promise<SaveReply>;
  /**
   * Saves an endpoint's answer byte for byte. Where the environment can, it does so without the page holding the
   * answer.
   */
  saveAnswer<N extends EndpointName>(
    fileName: string,
    name: N,
    ...args: CallArguments<Endpoints[N]>
  ): Promise<SaveReply>;
}

/** What a server is called in this app, and its colour; null: as the server's environment says. */
export interface ServerProfile {
  name: string | null;
  colour: string | null;
}
export interface KnownServer extends ServerProfile {
  url: string;
  /** As the server said when it was last asked. */
  environment: Environment | null;
}
/** The daemons that the desktop app was connected to; `current` is null until one is chosen. */
export interface Connections {
  current: string | null;
  known: KnownServer[];
  /** False where the system has no key store: the session then ends with the app. */
  keepsSessions: boolean;
}
/** What a daemon says of itself, and whether its API is the one that the app knows. */
export interface ServerAbout {
  version: string;
  api: string;
  fit: 'same' | 'older' | 'newer';
  environment: Environment | null;
}
/** A file that is being saved; `total` is null where the server does not tell its length. */
export interface RunningSave {
  id: number;
  name: string;
  done: number;
  total: number | null;
}
type ConnectReply = { ok: true; url: string } | { ok: false; problem: Refusal };

/** After a change of the daemon the page must be loaded again, so that it keeps no data of the previous daemon. */
export interface DesktopApi {
  connections(): Promise<Connections>;
  /**
   * Takes an address as the user typed it, checks that a daemon answers there, and chooses it. A new address is confirmed
   * in a dialog of the system.
   */
  connect(address: string): Promise<ConnectReply>;
  /** null if no daemon is chosen, or it does not answer. */
  about(): Promise<ServerAbout | null>;
  /** Gives a known server a name and a colour. */
  describe(url: string, profile: ServerProfile): Promise<Connections>;
  /** Back to the choice of a server; the session is kept. */
  disconnect(): Promise<void>;
  /** Removes an address and its session. */
  forget(url: string): Promise<Connections>;
  /** The files that are being saved. */
  saves(): Promise<RunningSave[]>;
  cancelSave(id: number): Promise<void>;
}

/** Every call that the preload forwards to the main process. */
export type IpcApi = Omit<Bridge, 'connection' | 'desktop'> & DesktopApi;
/** `problem` if the main process refused the call without processing it. */
export type IpcAnswer<T> = { ok: true; value: T } | { ok: false; problem: Refusal };
/** What the preload gives to the page. */
export type ExposedBridge = {
  [K in keyof IpcApi]: (...args: unknown[]) => Promise<IpcAnswer<Awaited<ReturnType<IpcApi[K]>>>>;
};

/** The preload exposes its bridge under this name: `window.portalBridge`. */
export const BRIDGE_GLOBAL = 'portalBridge';
/** The IPC channels, one for each call. */
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
  setup: 'portal:setup',
  acceptInvitation: 'portal:accept-invitation',
  changePassword: 'portal:change-password',
  signOut: 'portal:sign-out',
  saveFile: 'portal:save-file',
  saveAnswer: 'portal:save-answer',
  saves: 'portal:saves',
  cancelSave: 'portal:cancel-save',
} as const satisfies Record<keyof IpcApi, string>;
