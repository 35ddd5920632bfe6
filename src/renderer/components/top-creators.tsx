import { Text } from '@mantine/core';
import type { Dashboard } from '../lib/dashboard.ts';
import { RankedCard } from './ranked-card.tsx';

/** The creators with the most revenue, of all time. */
export const TopCreators = ({ figures }: { figures: Dashboard | undefined }) => (
  <RankedCard
    id="creators-title"
    title="Top creators"
    note="of all time"
    empty="No creator has brought a claim yet."
    rows={figures?.creators_top.map(({ creator_id, display_name, claims, revenue }) => ({
      key: creator_id,
      name: (
        <Text inherit truncate title={display_name ?? creator_id}>
          {display_name ?? creator_id}
        </Text>
      ),
      claims,
      revenue,
    }))}
  />
);
