import { CODE_ALPHABET } from '../../contract/code-values.ts';
import { randomText } from '../../lib/secrets.ts';

/** 44 bits: enough for creators' codes (40 are asked). */
export const CREATOR_CODE_LENGTH = 9;

/** A value from a CSPRNG. Nine characters hold 44 bits. */
export const generateCode = (length: number) => randomText(CODE_ALPHABET, length);
