import type { BY_HAND_REASONS, UNPAYABLE_REASONS } from '../../../contract/admin/payout-shapes.ts';
import { isAddressOf, type PaymentFile, paymentFileNamed } from '../../../contract/payment-files.ts';
import type { UploadLayout } from './payout-csv-rules.ts';

/** The fields that decide how a statement is paid. */
export interface Payment {
  payable: bigint;
  payout_method: string | null;
  payout_address: string | null;
}

/** The reason why no file contains a payable amount. */
export type NoFileReason = (typeof BY_HAND_REASONS)[number] | (typeof UNPAYABLE_REASONS)[number];

/** The way of a payable amount to its creator: one of the files, with the address as it appears there, or none. */
export type PaymentWay =
  | { part: PaymentFile; address: string }
  | { part: 'by_hand'; why: (typeof BY_HAND_REASONS)[number] }
  | { part: 'unpayable'; why: (typeof UNPAYABLE_REASONS)[number] };

const methodOf = ({ payout_method }: Payment) => payout_method?.trim().toLowerCase() ?? '';

/**
 * Decides how a statement is paid, for every file and the reconciliation, so a payable amount is in exactly one of
 * them; null if nothing is payable. Another result for the same statement would change the bytes of the files of all
 * runs.
 */
export function paymentFileOf(payment: Payment): PaymentWay | null {
  if (payment.payable <= 0n) return null;
  const method = methodOf(payment);
  const address = payment.payout_address?.trim() ?? '';
  if (method === '') return { part: 'unpayable', why: 'no_payout_method' };
  if (address === '') return { part: 'unpayable', why: 'no_address' };
  const file = paymentFileNamed(method);
  if (!file) return { part: 'by_hand', why: 'no_file_for_method' };
  return isAddressOf(file, address) ? { part: file, address } : { part: 'by_hand', why: 'address_not_usable' };
}

/**
 * Returns why the ZIP of PayPal's or Wise's file lists a statement as left out: the statement names that method, or
 * none. Returns null if the file contains the statement or is not concerned.
 */
export function leftOutOf(file: UploadLayout, payment: Payment): NoFileReason | null {
  const way = paymentFileOf(payment);
  if (!way || 'address' in way) return null;
  const method = methodOf(payment);
  return method === '' || method === file ? way.why : null;
}
