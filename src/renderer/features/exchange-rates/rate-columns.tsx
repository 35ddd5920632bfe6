import { Instant } from '../../components/instant.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { Tag } from '../../components/tag.tsx';
import { formatDay, formatMoney, formatRate } from '../../lib/format.ts';
import { exchangeRates as t } from '../../texts/exchange-rates.ts';
import { RateMenu } from './rate-menu.tsx';
import type { ExchangeRate } from './rates-queries.ts';

const OneLine = ({ children }: { children: string }) => <span style={{ whiteSpace: 'nowrap' }}>{children}</span>;

type Correction = NonNullable<ExchangeRate['correction']>;

const COLOURS = { waiting: 'yellow', running: 'blue', done: 'gray', rejected: 'gray' } as const;

/** Shows the state of a correction in a few words, and its details as a hint. */
function CorrectionCell({ correction }: { correction: Correction }) {
  const { status, rate, reason, payments, difference } = correction;
  const details = status === 'waiting' ? reason : `${t.changedSoFar(payments, formatMoney(difference))} ${reason}`;
  return (
    <Tag color={COLOURS[status]} title={details}>
      {t.correctionStates[status](formatRate(rate))}
    </Tag>
  );
}

/** @param own the organisation's currency */
export const rateColumns = (own: string, onCorrect: (rate: ExchangeRate) => void): Column<ExchangeRate>[] => [
  {
    key: 'rate',
    header: t.rate,
    render: ({ currency, rate }) => <OneLine>{t.oneIs(currency, formatRate(rate), own)}</OneLine>,
  },
  {
    key: 'from',
    header: t.validFrom,
    width: 130,
    render: ({ valid_from }) => <OneLine>{formatDay(valid_from, 'UTC')}</OneLine>,
  },
  {
    key: 'source',
    header: t.source,
    width: 240,
    render: ({ source, reason, correction, replaced_by }) =>
      correction ? (
        <CorrectionCell correction={correction} />
      ) : (
        <Tag color="gray" {...(reason && { title: reason })}>
          {replaced_by ? t.replacedBy(formatRate(replaced_by.rate)) : t.sources[source]}
        </Tag>
      ),
  },
  { key: 'by', header: t.addedBy, render: ({ created_by }) => created_by?.name ?? t.server },
  { key: 'added', header: t.added, width: 180, render: ({ created_at }) => <Instant at={created_at} /> },
  {
    key: 'menu',
    header: t.actions,
    hideHeader: true,
    width: 52,
    render: (rate) => <RateMenu rate={rate} own={own} onCorrect={() => onCorrect(rate)} />,
  },
];
