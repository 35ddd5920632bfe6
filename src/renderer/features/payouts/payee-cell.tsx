import type { ReactNode } from 'react';
import { Flags, hasFlags, type Payee, type PaymentMark } from './statement-cells.tsx';

/** Shows a creator's name, and below it the marks that finance should check. */
export function PayeeCell({ of, payment, children }: { of: Payee; payment?: PaymentMark; children: ReactNode }) {
  if (!hasFlags(of, payment)) return children;
  return (
    <div className="two-lines">
      {children}
      <div>
        <Flags of={of} payment={payment} isSmall />
      </div>
    </div>
  );
}
