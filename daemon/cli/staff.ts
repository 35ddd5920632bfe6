import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { ensureSecretKey } from '../db/secret/secret-key.ts';
import { resetPassword, resetTotp } from '../features/staff/reset-by-hand.ts';
import { invitationOut } from '../features/staff/staff-answers.ts';
import { urlOf } from '../http/listen.ts';
import { withDatabase } from './with-database.ts';

/**
 * Turns off the second factor of a member of staff who has lost it, or whose second-factor secret cannot be decrypted
 * because the secret key has been replaced.
 */
export async function resetTotpCommand(config: Config, email: string): Promise<void> {
  const { hadTotp } = await asWriter(config, (db) => resetTotp(db, email, Date.now()));
  const lines = [
    hadTotp ? `The second factor of ${email} has been turned off.` : `${email} had no second factor.`,
    'Their sessions have ended. Their password has not changed. The audit log records the reset.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Ends a person's sessions and prints a one-time link with which they set a new password. */
export async function resetPasswordCommand(config: Config, email: string): Promise<void> {
  const { invitation, hasTotp } = await asWriter(config, (db) => resetPassword(db, email, Date.now()));
  const { url, expires_at } = invitationOut(invitation, config.publicUrl ?? urlOf(config.host, config.port));
  const lines = [
    `${email} can use this link once, until ${expires_at}, to set a new password:`,
    url,
    'Their sessions have ended. Their old password remains valid until they set a new one. The audit log records the reset.',
    ...(hasTotp
      ? ['The link also asks for a code from their second factor. To turn it off, run `redeemd staff reset-totp`.']
      : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const asWriter = <T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> =>
  withDatabase(config, async (db) => {
    await ensureSecretKey(db, config);
    return await work(db);
  });
