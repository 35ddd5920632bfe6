import { Text } from '@mantine/core';
import { Instant } from '../../components/instant.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { Tag } from '../../components/tag.tsx';
import { formatDay, formatRate } from '../../lib/format.ts';
import { exchangeRates as t } from '../../texts/exchange-rates.ts';
import type { ExchangeRate } from './rates-queries.ts';

/** @param own the organisation's currency */
export const rateColumns = (own: string): Column<ExchangeRate>[] => [
  { key: 'currency', header: t.currency, width: 110, render: ({ currency }) => <b>{currency}</b> },
  {
    key: 'rate',
    header: t.rate,
    render: ({ currency, rate }) => (
      <Text inherit component="span" style={{ whiteSpace: 'nowrap' }}>
        {t.oneIs(currency, formatRate(rate), own)}
      </Text>
    ),
  },
  { key: 'from', header: t.validFrom, width: 150, render: ({ valid_from }) => formatDay(valid_from, 'UTC') },
  { key: 'source', header: t.source, width: 130, render: ({ source }) => <Tag color="gray">{t.sources[source]}</Tag> },
  { key: 'by', header: t.addedBy, render: ({ created_by }) => created_by?.name ?? t.server },
  { key: 'added', header: t.added, width: 180, render: ({ created_at }) => <Instant at={created_at} /> },
];
