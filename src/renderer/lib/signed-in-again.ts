/** The daemon's refusals that the user answers over the screens: by a sign-in, or by setting up a second factor. */
const ANSWERED = ['unauthorized', 'totp_setup_required'] as const;
export type SessionRefusal = (typeof ANSWERED)[number];
export const isSessionRefusal = (code: string): code is SessionRefusal => ANSWERED.some((known) => known === code);

let interrupt: (code: SessionRefusal) => void = () => {};
const waiting = new Set<() => void>();

/** Sets what shows the dialog over the screens. */
export function interruptWith(show: typeof interrupt): void {
  interrupt = show;
}

/** Interrupts the screens, and returns once the same person has signed in again; never if the screens are gone then. */
export function waitForSignIn(code: SessionRefusal): Promise<void> {
  interrupt(code);
  return new Promise((resolve) => waiting.add(resolve));
}

export function endWaits({ areScreensGone }: { areScreensGone: boolean }): void {
  if (!areScreensGone) for (const resolve of waiting) resolve();
  waiting.clear();
}
