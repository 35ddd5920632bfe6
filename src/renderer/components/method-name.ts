import { paymentFileNamed } from '../../../daemon/contract/payment-files.ts';
import { texts } from '../texts/texts.ts';

/** Returns the name of a payout method for screens. A method without a payment file is shown as it was entered. */
export function methodName(method: string): string {
  const file = paymentFileNamed(method);
  return file ? texts.common.payoutMethods[file] : method;
}
