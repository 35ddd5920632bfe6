/** The layouts that pay: a statement stands in at most one of them. */
export const PAYMENT_FILES = ['paypal', 'wise', 'bank'] as const;
export type PaymentFile = (typeof PAYMENT_FILES)[number];

/** A file's name is the name of its payout method, in any case. */
export function paymentFileNamed(method: string | null): PaymentFile | null {
  const name = method?.trim().toLowerCase();
  return PAYMENT_FILES.find((file) => file === name) ?? null;
}
