import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../../client/session.ts';
import { payouts as t } from '../../../texts/payouts.ts';

const PLACES = { runs: '/payouts', unmatched: '/payouts/unmatched' } as const;
type Place = keyof typeof PLACES;

/** The lists of payouts, each with its own address and filters. */
export function PayoutsTabs({ at }: { at: Place }) {
  const navigate = useNavigate();
  const may = useMay();
  return (
    <Tabs value={at} onChange={(next) => void navigate({ to: PLACES[next as Place] })} mb="lg">
      <Tabs.List>
        {may('listPayoutRuns') && <Tabs.Tab value="runs">{t.tabs.runs}</Tabs.Tab>}
        {may('listUnmatchedPayments') && <Tabs.Tab value="unmatched">{t.tabs.unmatched}</Tabs.Tab>}
      </Tabs.List>
    </Tabs>
  );
}
