import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Code, codeQuery } from '../../client/codes.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { askAgainEvery } from '../../client/query-client.ts';
import { FigureCard } from '../../components/figure-card.tsx';
import { OfPeriod } from '../../components/of-period.tsx';
import { SeriesChart } from '../../components/series-chart.tsx';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { useNow } from '../../lib/now.ts';
import { DEFAULT_PERIOD } from '../../lib/periods.ts';
import { codes as catalogue } from '../../texts/codes.ts';
import { CodeCreators } from './code-creators.tsx';
import { CodeLink } from './code-link.tsx';
import {
  type CodeFigures,
  type CodeSearch,
  codeFiguresQuery,
  earlierFigures,
  LOOK_EVERY_MS,
  parseCodeSearch,
} from './code-queries.ts';
import { LeakSignDrawer } from './leak-sign-drawer.tsx';
import { LeakSignsCard } from './leak-signs-card.tsx';
import { RefusedTries } from './refused-tries.tsx';

const t = catalogue.page;

/** Shows the figures of a code in the chosen period, and why attempts with it were refused. */
export function CodeFiguresPage() {
  const { codeId } = useParams({ from: '/campaigns/$campaignId/codes/$codeId' });
  const { period = DEFAULT_PERIOD, sign = null } = useParsedSearch(parseCodeSearch);
  const change = useChangeSearch<CodeSearch>();
  const now = useNow();
  const code = useQuery({ ...codeQuery(Number(codeId)), refetchInterval: askAgainEvery(LOOK_EVERY_MS) }).data;
  const query = useQuery(codeFiguresQuery(Number(codeId), period, now, useTimeZone()));
  const { data } = query;
  if (!code) return null;
  return (
    <OfPeriod query={query} value={period} onChange={(period) => change({ period })}>
      <Figures code={code} figures={data} />
      <SeriesChart
        figures={data}
        first="claims"
        earlier={earlierFigures(code.code_id)}
        onZoom={(period) => change({ period })}
      />
      {code.code_type === 'referral' ? (
        <>
          <CodeCreators figures={data} />
          <RefusedTries figures={data} />
        </>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <RefusedTries figures={data} />
          <CodeLink rootUrl={code.root_url} code={code.code} isReferral={false} />
        </SimpleGrid>
      )}
      <LeakSignsCard codeId={code.code_id} />
      <LeakSignDrawer signId={sign} onClose={() => change({ sign: undefined })} />
    </OfPeriod>
  );
}

function Figures({ code, figures }: { code: Code; figures: CodeFigures | undefined }) {
  const { totals, refused } = figures ?? {};
  const { number_of_claims: all, usage_limit: limit } = code;
  const tries = refused?.reduce((sum, row) => sum + row.tries, 0);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <FigureCard label={t.claims} value={totals && formatCount(totals.claims)} />
      <FigureCard
        label={t.revenue}
        value={totals && formatMoney(totals.revenue)}
        note={totals && Number(totals.refunds.amount) !== 0 ? t.refunded(formatMoney(totals.refunds)) : undefined}
      />
      <FigureCard label={catalogue.refused.title} value={tries === undefined ? undefined : formatCount(tries)} />
      <FigureCard
        label={t.allClaims}
        value={formatCount(all)}
        note={limit === null ? t.noLimit : t.limit(limit, all / limit)}
      />
    </SimpleGrid>
  );
}
