import type { Dashboard } from '../client/dashboard.ts';
import { currencyLabel } from '../lib/currency-label.ts';
import { formatMoney } from '../lib/format.ts';
import { figures as t } from '../texts/figures.ts';
import { RankedCard } from './ranked-card.tsx';

/** Ranks the currencies in which players paid; nothing if they paid only in the organisation's currency. */
export function RevenueByCurrency({ figures }: { figures: Dashboard | undefined }) {
  const own = figures?.currencies[0]?.revenue.currency;
  if (!figures || own === undefined) return null;
  return (
    <RankedCard
      id="currencies-title"
      title={t.byCurrency}
      note={t.inPeriod}
      footnote={t.byCurrencyNote(own)}
      rows={figures.currencies.map(({ paid, revenue }) => ({
        key: paid.currency,
        name: currencyLabel(paid.currency),
        detail: paid.currency === own ? '' : formatMoney(paid),
        revenue,
      }))}
    />
  );
}
