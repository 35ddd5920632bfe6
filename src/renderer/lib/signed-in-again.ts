/** The refusals after which a dialog above the screens asks the user to sign in or to set up a second factor. */
const ANSWERED = ['unauthorized', 'totp_setup_required'] as const;
export type SessionRefusal = (typeof ANSWERED)[number];
export const isSessionRefusal = (code: string): code is SessionRefusal => ANSWERED.some((known) => known === code);

let interrupt: (code: SessionRefusal) => void = () => {};
const waiting = new Set<() => void>();

/** Sets the function that opens the dialog above the screens. */
export function interruptWith(show: typeof interrupt): void {
  interrupt = show;
}

/** Interrupts the screens until the same person signs in again; never resolves if the screens have closed by then. */
export function waitForSignIn(code: SessionRefusal): Promise<void> {
  interrupt(code);
  return new Promise((resolve) => waiting.add(resolve));
}

export function endWaits({ areScreensGone }: { areScreensGone: boolean }): void {
  if (!areScreensGone) for (const resolve of waiting) resolve();
  waiting.clear();
}
