import { macOf, type SecretKey } from '../../lib/keyed.ts';
import { randomText } from '../../lib/secrets.ts';

const RECOVERY_CODES = 10;
const GROUPS = 3;
const GROUP_LENGTH = 4;
/** Excludes characters that look alike, because people copy codes from paper. A code has 59 random bits. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Returns ten new codes, such as `7KQM-2XPA-W9HF`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS }, () => randomText(ALPHABET, GROUP_LENGTH)).join('-'),
  );

/** Returns false for six digits, which are a code from the authenticator app. */
export const isRecoveryCode = (code: string) => !/^\d{6}$/.test(code);

/**
 * Hashes a code, ignoring case, dashes and spaces. Because of the key, a copy of the database is not enough to guess a
 * code.
 */
export const recoveryCodeHash = (secretKey: SecretKey, staffId: number, code: string): string =>
  macOf(secretKey, `recovery code\n${staffId}\n${code.toUpperCase().replace(/[-\s]/g, '')}`);
