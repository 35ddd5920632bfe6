import { TIMELINE_KINDS, type TimelineKind } from '../../../../daemon/contract/timeline-kinds.ts';
import { idOf, type ListSearch, oneOf } from '../../lib/list-search.ts';

export const RECEIPTS = ['failed', 'none', 'granted', 'any'] as const;
export const PERIODS = ['1', '7', '30', 'all'] as const;
export type Receipt = (typeof RECEIPTS)[number];
export type PeriodName = (typeof PERIODS)[number];
export const DEFAULT_RECEIPT: Receipt = 'failed';
export const DEFAULT_PERIOD: PeriodName = '30';

export interface PlayersSearch extends ListSearch {
  user?: string;
  validates?: 'true';
  tab?: 'claims';
  /** What the page of a player shows instead of the overview. */
  show?: 'timeline';
  kind?: TimelineKind;
  code?: string;
  campaign?: number;
  receipt?: Receipt;
  period?: PeriodName;
}

const MOST = 255;
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, MOST) : undefined);

export function parsePlayersSearch(raw: Record<string, unknown>): PlayersSearch {
  const user = textOf(raw.user);
  const code = textOf(raw.code);
  const campaign = idOf(raw.campaign);
  const receipt = oneOf(raw.receipt, RECEIPTS);
  const period = oneOf(raw.period, PERIODS);
  const kind = oneOf(raw.kind, TIMELINE_KINDS);
  return {
    ...(user && { user }),
    ...(raw.validates === 'true' && { validates: 'true' as const }),
    ...(raw.tab === 'claims' && { tab: 'claims' as const }),
    ...(raw.show === 'timeline' && { show: 'timeline' as const }),
    ...(kind && { kind }),
    ...(code && { code }),
    ...(campaign && { campaign }),
    ...(receipt && { receipt }),
    ...(period && { period }),
  };
}
