import { CODE_ALPHABET } from '../../contract/code-values.ts';
import { randomText } from '../../lib/secrets.ts';

/** 44 bits: enough for creators' codes, which need 40. */
export const CREATOR_CODE_LENGTH = 9;

/** A value from a CSPRNG. Nine characters hold 44 bits. */
export const generateCode = (length: number) => randomText(CODE_ALPHABET, length);
