/** The payment files that a run can have. A statement is in at most one of them. */
export const PAYMENT_FILES = ['paypal', 'wise', 'bank'] as const;
export type PaymentFile = (typeof PAYMENT_FILES)[number];

/** Returns the payment file whose name equals the payout method, ignoring case. */
export function paymentFileNamed(method: string | null): PaymentFile | null {
  const name = method?.trim().toLowerCase();
  return PAYMENT_FILES.find((file) => file === name) ?? null;
}

const EMAIL = /^[A-Za-z0-9][^\s@,;"'<>]*@[A-Za-z0-9][A-Za-z0-9.-]*\.[A-Za-z]{2,}$/;
const PAYPAL_PAYER_ID = /^[A-Z0-9]{13}$/;
const PAYPAL_LONGEST = 127;
const WISE_LONGEST = 254;
/** Excludes text that a spreadsheet would run, or that a bank's import would read as two lines. */
const ACCOUNT = /^[^\p{Cc}=+\-@＝＋－＠][^\p{Cc}]*$/u;

/** Do not change these checks: they decide which addresses a file contains, even for existing runs. */
const ACCEPTS_ADDRESS: Record<PaymentFile, (address: string) => boolean> = {
  paypal: (address) => address.length <= PAYPAL_LONGEST && (EMAIL.test(address) || PAYPAL_PAYER_ID.test(address)),
  wise: (address) => address.length <= WISE_LONGEST && EMAIL.test(address),
  bank: (address) => ACCOUNT.test(address),
};

/** Checks whether a file can contain an address. */
export const canContainAddress = (file: PaymentFile, address: string): boolean => ACCEPTS_ADDRESS[file](address.trim());

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Returns why an address is invalid for a payout method; null if it is valid or the method has no payment file. */
export function addressFault(method: string | null, address: string): 'unusable' | 'mistyped' | null {
  const file = paymentFileNamed(method);
  if (!file) return null;
  if (!canContainAddress(file, address)) return 'unusable';
  return file === 'bank' && isMistypedIban(address) ? 'mistyped' : null;
}

/** Checks whether an account number has the form of an IBAN (ISO 13616) but wrong check digits. */
export function isMistypedIban(account: string): boolean {
  const iban = account.replaceAll(' ', '').toUpperCase();
  if (!IBAN.test(iban)) return false;
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n !== 1n;
}
