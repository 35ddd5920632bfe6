/** The layouts that pay. A statement is in at most one of them. */
export const PAYMENT_FILES = ['paypal', 'wise', 'bank'] as const;
export type PaymentFile = (typeof PAYMENT_FILES)[number];

/** Returns the file for a payout method, which has the file's name in any case. */
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

/** Another result for an address would change the bytes of the files of all runs. */
const TAKES: Record<PaymentFile, (address: string) => boolean> = {
  paypal: (address) => address.length <= PAYPAL_LONGEST && (EMAIL.test(address) || PAYPAL_PAYER_ID.test(address)),
  wise: (address) => address.length <= WISE_LONGEST && EMAIL.test(address),
  bank: (address) => ACCOUNT.test(address),
};

/** Checks whether a file can contain an address. */
export const isAddressOf = (file: PaymentFile, address: string): boolean => TAKES[file](address.trim());

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Returns why an address cannot be right for a payout method; null if it can, or if no file pays by the method. */
export function addressFault(method: string | null, address: string): 'unusable' | 'mistyped' | null {
  const file = paymentFileNamed(method);
  if (!file) return null;
  if (!isAddressOf(file, address)) return 'unusable';
  return file === 'bank' && isMistypedIban(address) ? 'mistyped' : null;
}

/** Checks whether an account has the form of an IBAN (ISO 13616), but check digits that do not fit the rest. */
export function isMistypedIban(account: string): boolean {
  const iban = account.replaceAll(' ', '').toUpperCase();
  if (!IBAN.test(iban)) return false;
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n !== 1n;
}
