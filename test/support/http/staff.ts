import { Secret, TOTP } from 'otpauth';
import type { Role } from '../../../daemon/contract/endpoint.ts';
import type { Database } from '../../../daemon/db/database.ts';
import { gamesText } from '../../../daemon/domain/games.ts';
import { hashPassword } from '../../../daemon/features/staff/passwords.ts';
import { openSession } from '../../../daemon/features/staff/sign-in.ts';
import { putTries, takeTries, triesKeyOf } from '../../../daemon/features/staff/sign-in-tries-store.ts';
import { insertStaff } from '../../../daemon/features/staff/staff-store.ts';
import { randomToken } from '../../../daemon/lib/secrets.ts';
import { OWNER, type TestDaemon } from '../world/daemon.ts';
import { bearer, done, type TestClient, testClient } from './test-client.ts';

export interface Member {
  staff_id: number;
  email: string;
  password: string;
  token: string;
  /** Calls the API as this member. */
  ask: TestClient;
}

/** The address from which the tests send requests. */
const TEST_ADDRESS = '127.0.0.1';

let count = 0;

/** Adds a member of staff who was invited and has accepted. `games` limits the account to these games. */
export async function addMember(
  { url, owner, client }: TestDaemon,
  role: Role,
  games: string[] | null = null,
): Promise<Member> {
  count += 1;
  const who = { email: `member${count}@example.test`, name: `Member ${count}`, role, games };
  const invited = done(await owner.call('createStaff', { body: who }));
  const password = `a password of ${count}`;
  const accepting = { token: invited.invitation.token, password };
  const { token } = done(await client.call('acceptInvitation', { body: accepting }));
  return { staff_id: invited.staff_id, email: who.email, password, token, ask: testClient(url, bearer(token)) };
}

/** Extends all sessions to an instant. Call it before moving the clock there, because a job deletes ended sessions. */
export const keepSessions = ({ db }: Pick<TestDaemon, 'db'>, until: number) =>
  db.write(({ db, t }) => db.update(t.staff_sessions).set({ expires_at: until }));

/** Records failed sign-ins without making them, because each costs a full password hash. */
export const failBefore = (
  { db }: TestDaemon,
  { email, ip = TEST_ADDRESS }: { email: string; ip?: string },
  failures: number,
  now = Date.now(),
) =>
  db.write(async (handle) => {
    const key = triesKeyOf(handle, email, ip);
    const tries = { ...(await takeTries(handle, key)).network, failures, since: now };
    await putTries(handle, key, { network: tries, anywhere: tries });
  });

/** Returns how many times a member failed to sign in from the tests' address, and until when sign-in is locked. */
export const failuresOf = ({ db }: TestDaemon, { email }: Member) =>
  db.write(async (handle) => {
    const { failures, locked_until } = (await takeTries(handle, triesKeyOf(handle, email, TEST_ADDRESS))).network;
    return { failures, locked_until };
  });

export const signingIn =
  ({ client }: TestDaemon) =>
  (who: { email: string; password: string } = OWNER, more: object = {}) =>
    client.call('signIn', { body: { email: who.email, password: who.password, ...more } });

/** Returns the code that an authenticator app shows. */
export const codeAt = (secret: string, at: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30, timestamp: at });

/** Created once, because hashing for each member is too expensive. */
let hashed: Promise<string> | undefined;

/** Returns the token of a new member of staff with this role and games, added directly to the database. */
export async function signedInAs(
  db: Database,
  role: Role,
  { now = Date.now(), games = null }: { now?: number; games?: string[] | null } = {},
): Promise<string> {
  hashed ??= hashPassword(randomToken());
  const password_hash = await hashed;
  const email = `${randomToken().toLowerCase()}@example.test`;
  const signedIn = await db.write(async (handle) =>
    openSession(
      handle,
      await insertStaff(handle, { email, name: role, role, games: gamesText(games), password_hash }, now),
      now,
    ),
  );
  return signedIn.token;
}

/** Adds members of staff with a password directly to the database, and returns their email addresses. */
export async function plainStaff(db: Database, howMany: number): Promise<string[]> {
  hashed ??= hashPassword(randomToken());
  const password_hash = await hashed;
  const emails = Array.from({ length: howMany }, () => `${randomToken().toLowerCase()}@example.test`);
  await db.write(async (handle) => {
    for (const email of emails)
      await insertStaff(handle, { email, name: email, role: 'viewer', password_hash }, Date.now());
  });
  return emails;
}
