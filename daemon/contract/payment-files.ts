/** The layouts that pay. A statement is in at most one of them. */
export const PAYMENT_FILES = ['paypal', 'wise', 'bank'] as const;
export type PaymentFile = (typeof PAYMENT_FILES)[number];

/** Returns the file for a payout method, which has the file's name in any case. */
export function paymentFileNamed(method: string | null): PaymentFile | null {
  const name = method?.trim().toLowerCase();
  return PAYMENT_FILES.find((file) => file === name) ?? null;
}
