import type { Dashboard } from '../client/dashboard.ts';
import { figures as t } from '../texts/figures.ts';
import { CreatorLink } from './creator-link.tsx';
import { RankedCard } from './ranked-card.tsx';

/** Ranks the creators with the most revenue in the period of the figures. */
export const TopCreators = ({ figures }: { figures: Dashboard | undefined }) => (
  <RankedCard
    id="creators-title"
    title={t.topCreators}
    note={t.inPeriod}
    empty={t.noCreators}
    rows={figures?.creators_top.map(({ creator_id, display_name, claims, revenue }) => ({
      key: creator_id,
      name: <CreatorLink creator_id={creator_id} display_name={display_name} />,
      detail: t.claims(claims),
      revenue,
    }))}
  />
);
