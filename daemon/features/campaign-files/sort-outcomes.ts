import { type ShownStatus, shownStatus } from '../../domain/campaign-status.ts';
import type { CodePlan, HoldingCampaign, PlannedCode } from './campaign-file-rules.ts';

/** The planned codes, sorted while they are planned: a second pass over 100,000 codes would block other requests. */
export interface Outcomes {
  of: Record<CodePlan['outcome'], PlannedCode[]>;
  /** The new codes outside batches. */
  newByHand: PlannedCode[];
  /** The new codes of each batch, by its index in the file. */
  newInBatches: Map<number, PlannedCode[]>;
  isAnyTaken: boolean;
  /** The other campaigns that contain codes from the file, by ID. */
  holders: Map<number, { campaign: HoldingCampaign; codes: number }>;
}

export const noOutcomes = (): Outcomes => ({
  of: { refused: [], changed: [], new: [], unchanged: [] },
  ...{ newByHand: [], newInBatches: new Map(), isAnyTaken: false, holders: new Map() },
});

export function addOutcome(outcomes: Outcomes, code: PlannedCode): void {
  const { batch, plan } = code;
  outcomes.of[plan.outcome].push(code);
  if (plan.outcome === 'refused') addRefused(outcomes, plan);
  if (plan.outcome !== 'new') return;
  if (batch === null) outcomes.newByHand.push(code);
  else if (outcomes.newInBatches.get(batch)?.push(code) === undefined) outcomes.newInBatches.set(batch, [code]);
}

function addRefused(outcomes: Outcomes, { isTaken, heldBy }: CodePlan & { outcome: 'refused' }) {
  outcomes.isAnyTaken ||= isTaken;
  if (!heldBy) return;
  const holder = outcomes.holders.get(heldBy.campaign_id);
  if (holder) holder.codes += 1;
  else outcomes.holders.set(heldBy.campaign_id, { campaign: heldBy, codes: 1 });
}

/** The maximum number of codes added in the transaction, so that redeems do not wait long. Jobs add bulk codes. */
const MOST_ADDED = 2000;
const MOST_CHANGED = 500;

export function tooMany({ of, newByHand }: Outcomes): string | null {
  const [changed, added] = [of.changed.length, newByHand.length];
  if (changed > MOST_CHANGED) return `${changed} codes would change; an import can change at most ${MOST_CHANGED}`;
  return added > MOST_ADDED
    ? `${added} codes would be added; an import can add at most ${MOST_ADDED}, not counting bulk codes`
    : null;
}

export interface Holder {
  campaign_id: number;
  name: string;
  status: ShownStatus;
  version: number;
  codes: number;
}
const MOST_HOLDERS = 20;

/** Returns the other campaigns that contain codes from the file, starting with those that contain the most. */
export const holdersOf = ({ holders }: Outcomes, now: number): Holder[] =>
  [...holders.values()]
    .sort((a, b) => b.codes - a.codes)
    .slice(0, MOST_HOLDERS)
    .map(({ campaign, codes }) => {
      const { campaign_id, name, version } = campaign;
      return { campaign_id, name, status: shownStatus(campaign, now), version, codes };
    });
