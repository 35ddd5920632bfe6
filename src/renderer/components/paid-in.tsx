import type { ReactNode } from 'react';
import { formatMoney, formatRate, type Money } from '../lib/format.ts';

/** Shows, below an amount, what the player paid in another currency and the exchange rate. */
export const PaidIn = ({ paid, children }: { paid: (Money & { rate: string }) | null; children: ReactNode }) =>
  paid === null ? (
    children
  ) : (
    <div className="two-lines">
      {children}
      <span style={{ whiteSpace: 'nowrap' }}>
        {formatMoney(paid)} × {formatRate(paid.rate)}
      </span>
    </div>
  );
