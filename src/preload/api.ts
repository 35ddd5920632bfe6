import type { Call, ProblemDocument } from '../../daemon/contract/client.ts';
import type { EndpointName, Endpoints } from '../../daemon/contract/contract.ts';
import type { AnswerOf, Endpoint, Role } from '../../daemon/contract/endpoint.ts';

// What the Portal's page may ask of its surroundings. In a browser `src/renderer/lib/web-bridge.ts` answers it; in the
// desktop app the preload hands each question to the main process, which checks the sender and parses every argument.

/** Which daemon the screens show, and how it is reached. */
export interface Connection {
  kind: 'web' | 'desktop';
  /** Where the daemon answers, without a slash at its end. */
  url: string;
}

export interface StaffMember {
  staff_id: number;
  email: string;
  name: string;
  role: Role;
  /** Whether the second factor is on. */
  totp: boolean;
  /** Whether all but setting it up is refused. */
  totp_setup_required: boolean;
}

export interface Session {
  staff: StaffMember;
  /** ISO 8601. */
  expires_at: string;
}

/** A refusal, or `no_connection` where there was no answer at all (status 0). */
export type Refusal = Pick<ProblemDocument, 'code' | 'status' | 'detail'> & Partial<ProblemDocument>;

/** An endpoint's answer as plain data, so that it can cross between processes. */
export type BridgeReply<E extends Endpoint> =
  | { ok: true; status: number; body: AnswerOf<E>; etag: string | null }
  /** The answer to an `If-None-Match` that still fits. */
  | { ok: true; status: 304; body: null; etag: string | null }
  | { ok: false; status: number; problem: Refusal };

type Nothing = Record<never, never>;
/** Params, query and body as the contract's schemas take them. */
export type Question<E extends Endpoint> = Omit<Call<E>, 'headers' | 'signal'> & { etag?: string | null };
export type QuestionArguments<E extends Endpoint> =
  Nothing extends Question<E> ? [question?: Question<E>] : [question: Question<E>];

export interface Credentials {
  email: string;
  password: string;
  /** Six digits; asked for after `totp_required`. */
  totp_code?: string;
}
export interface InvitationFields {
  token: string;
  password: string;
  name?: string;
  totp_code?: string;
}
export interface PasswordFields {
  current_password: string;
  new_password: string;
}
export interface SetupFields {
  setup_token: string;
  email: string;
  password: string;
  name?: string;
}

export type SessionReply = { ok: true; session: Session } | { ok: false; problem: Refusal };
/** null where nobody is signed in. */
export type SessionState = { ok: true; session: Session | null } | { ok: false; problem: Refusal };

/** What became of a file. `place` is the path on disk, known in the desktop app alone. */
export type SaveReply =
  | { outcome: 'saved'; name: string; place: string | null }
  | { outcome: 'cancelled' }
  | { outcome: 'failed'; problem: Refusal };

/** The questions themselves. No token is ever in an answer. */
export interface Bridge {
  connection(): Connection;
  /** In the desktop app alone: a page served by a daemon speaks to that daemon. */
  desktop?: DesktopQuestions;
  call<N extends EndpointName>(name: N, ...args: QuestionArguments<Endpoints[N]>): Promise<BridgeReply<Endpoints[N]>>;
  session(): Promise<SessionState>;
  signIn(credentials: Credentials): Promise<SessionReply>;
  setup(fields: SetupFields): Promise<SessionReply>;
  acceptInvitation(fields: InvitationFields): Promise<SessionReply>;
  /** Every session ends; the answer is a new one. */
  changePassword(fields: PasswordFields): Promise<SessionReply>;
  signOut(): Promise<void>;
  /** Saves bytes that the page made itself, such as a picture. */
  saveFile(name: string, bytes: Uint8Array, type: string): Promise<SaveReply>;
  /** Saves an endpoint's answer byte for byte, without the page holding it where that can be had. */
  saveAnswer<N extends EndpointName>(
    fileName: string,
    name: N,
    ...args: QuestionArguments<Endpoints[N]>
  ): Promise<SaveReply>;
}

/** The daemons that the desktop app was connected to; `current` is null until one is chosen. */
export interface Connections {
  current: string | null;
  known: string[];
}
export type ConnectReply = { ok: true; url: string } | { ok: false; problem: Refusal };

/** After a change of the daemon the page has to be loaded anew, so that nothing of the one before is left in it. */
export interface DesktopQuestions {
  connections(): Promise<Connections>;
  /** Takes an address as it was typed, looks whether a daemon answers there, and chooses it. */
  connect(address: string): Promise<ConnectReply>;
  /** Back to the choice; the session is kept for a return. */
  disconnect(): Promise<void>;
  /** Drops an address and the session kept for it. */
  forget(url: string): Promise<Connections>;
}

/** Every question that crosses to the main process. */
export type Questions = Omit<Bridge, 'connection' | 'desktop'> & DesktopQuestions;
/** `problem` where the main process refused to look at the question at all. */
export type IpcAnswer<T> = { ok: true; value: T } | { ok: false; problem: Refusal };
/** What the preload puts beside the page. */
export type ExposedBridge = {
  [K in keyof Questions]: (...args: unknown[]) => Promise<IpcAnswer<Awaited<ReturnType<Questions[K]>>>>;
};

/** Where the preload puts its bridge: `window.portalBridge`. */
export const BRIDGE_GLOBAL = 'portalBridge';
/** The IPC channels, one for each question. */
export const CHANNELS = {
  connections: 'portal:connections',
  connect: 'portal:connect',
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
} as const satisfies Record<keyof Questions, string>;
