import { bridge } from '../../client/bridge.ts';
import { useSession } from '../../client/session.ts';
import { bareCode, isFactorCode } from '../../lib/totp-code.ts';

/** What a person types to confirm a change to their account. */
export interface TypedProof {
  password: string;
  /** Blank if the person has no second factor, or uses a passkey. */
  code: string;
}

/** Returns what the signed-in person must enter to confirm a change to their account, and how to check and send it. */
export function useProof() {
  const { totp, has_passkey = false } = useSession().session.staff;
  const mayUsePasskey = has_passkey && bridge.signInWithPasskey !== undefined;
  const needsFactor = totp || has_passkey;
  return {
    needsFactor,
    mayUsePasskey,
    isComplete: ({ password, code }: TypedProof) =>
      password !== '' && (!needsFactor || isFactorCode(code) || (mayUsePasskey && code === '')),
    /** Asks for the passkey if the code is blank. */
    async proofOf({ password, code }: TypedProof) {
      if (code !== '') return { password, code: bareCode(code) };
      if (!mayUsePasskey) return { password };
      const { askForPasskey } = await import('../../client/passkeys.ts');
      return { password, passkey: await askForPasskey() };
    },
  };
}
