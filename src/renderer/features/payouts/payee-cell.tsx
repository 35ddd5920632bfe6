import type { ReactNode } from 'react';
import { Flags, hasFlags, type Payee } from './statement-cells.tsx';

/** Shows a creator's name, and below it the marks that finance should check. */
export function PayeeCell({ of, isVoid = false, children }: { of: Payee; isVoid?: boolean; children: ReactNode }) {
  if (!hasFlags(of, isVoid)) return children;
  return (
    <div className="two-lines">
      {children}
      <div>
        <Flags of={of} isVoid={isVoid} isSmall />
      </div>
    </div>
  );
}
