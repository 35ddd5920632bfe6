import { macOf, type SecretKey } from '../../lib/keyed.ts';
import { randomText } from '../../lib/secrets.ts';

export const RECOVERY_CODES = 10;
const GROUPS = 3;
const GROUP_LENGTH = 4;
/** Without letters and digits that look alike: people copy these codes from paper. 59 random bits a code. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Ten new codes, such as `7KQM-2XPA-W9HF`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS }, () => randomText(ALPHABET, GROUP_LENGTH)).join('-'),
  );

/** Six digits are a code of the authenticator app. */
export const isRecoveryCode = (code: string) => !/^\d{6}$/.test(code);

/** Case, dashes and blanks do not count. Keyed, so that a copy of the database alone does not suffice to guess a code. */
export const recoveryCodeHash = (secretKey: SecretKey, staffId: number, code: string): string =>
  macOf(secretKey, `recovery code\n${staffId}\n${code.toUpperCase().replace(/[-\s]/g, '')}`);
