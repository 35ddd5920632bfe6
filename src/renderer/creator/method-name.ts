import { paymentFileNamed } from '../../../daemon/contract/payment-files.ts';
import { t } from './texts.ts';

/** Names a payout method; one that no payment file supports keeps its own name. */
export function methodName(method: string | null): string | null {
  const file = paymentFileNamed(method);
  return file ? t.details.methods[file] : method;
}
