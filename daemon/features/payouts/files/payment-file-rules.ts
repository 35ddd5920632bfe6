import type { BY_HAND_REASONS, UNPAYABLE_REASONS } from '../../../contract/admin/payout-shapes.ts';
import { canContainAddress, type PaymentFile, paymentFileNamed } from '../../../contract/payment-files.ts';
import type { UploadLayout } from './payout-csv-rules.ts';

/** The fields that determine how a statement is paid. */
export interface Payment {
  payable: bigint;
  payout_method: string | null;
  payout_address: string | null;
}

/** The reason why a payable amount is in none of the files. */
export type NoFileReason = (typeof BY_HAND_REASONS)[number] | (typeof UNPAYABLE_REASONS)[number];

/** How a payable amount is paid: in one of the files, with the address as it appears there, or in none. */
export type PaymentWay =
  | { part: PaymentFile; address: string }
  | { part: 'by_hand'; why: (typeof BY_HAND_REASONS)[number] }
  | { part: 'unpayable'; why: (typeof UNPAYABLE_REASONS)[number] };

const methodOf = ({ payout_method }: Payment) => payout_method?.trim().toLowerCase() ?? '';

/**
 * Determines how a statement is paid; returns null if nothing is payable. The files and the reconciliation both use
 * this function, so each payable amount is in exactly one part. Do not change the result for a statement: the files of
 * existing runs would change.
 */
export function paymentFileOf(payment: Payment): PaymentWay | null {
  if (payment.payable <= 0n) return null;
  const method = methodOf(payment);
  const address = payment.payout_address?.trim() ?? '';
  if (method === '') return { part: 'unpayable', why: 'no_payout_method' };
  if (address === '') return { part: 'unpayable', why: 'no_address' };
  const file = paymentFileNamed(method);
  if (!file) return { part: 'by_hand', why: 'no_file_for_method' };
  return canContainAddress(file, address) ? { part: file, address } : { part: 'by_hand', why: 'address_not_usable' };
}

/**
 * Returns why a statement is listed as left out in the ZIP of PayPal's or Wise's file. Returns null if the statement is
 * in the file, has another payout method, or has nothing to pay.
 */
export function leftOutOf(file: UploadLayout, payment: Payment): NoFileReason | null {
  const way = paymentFileOf(payment);
  if (!way || 'address' in way) return null;
  const method = methodOf(payment);
  return method === '' || method === file ? way.why : null;
}
