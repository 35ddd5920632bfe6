import { describe, expect, it } from 'vitest';
import {
  type CampaignMove,
  isOver,
  moveOf,
  type ShownStatus,
  type Stage,
  shownStatus,
} from '../../daemon/domain/campaign-status.ts';

const STARTS = 1000;
const ENDS = 2000;

describe('the displayed status of a campaign', () => {
  // The times are just before its start, at its start, at its last moment, and at its end.
  const clock = [STARTS - 1, STARTS, ENDS - 1, ENDS] as const;
  const cases: [Stage, ShownStatus[]][] = [
    ['draft', ['draft', 'draft', 'draft', 'draft']],
    ['published', ['scheduled', 'active', 'active', 'ended']],
    ['paused', ['paused', 'paused', 'paused', 'ended']],
    ['archived', ['archived', 'archived', 'archived', 'archived']],
  ];
  it.each(cases)('over time in the stage %s is %j', (stage, expected) => {
    const campaign = { stage, starts_at: STARTS, ends_at: ENDS };
    expect(clock.map((now) => shownStatus(campaign, now))).toEqual(expected);
  });
  it('counts as over once the campaign has ended or is archived; a draft is never over', () => {
    const over = (stage: Stage, now: number) => isOver({ stage, starts_at: STARTS, ends_at: ENDS }, now);
    expect(over('published', ENDS)).toBe(true);
    expect(over('published', ENDS - 1)).toBe(false);
    expect(over('paused', ENDS)).toBe(true);
    expect(over('archived', STARTS)).toBe(true);
    expect(over('draft', ENDS)).toBe(false);
  });
});

describe('a move', () => {
  const no = 'invalid_status_move';
  const cases: [Stage, CampaignMove, before: string, after: string][] = [
    ['draft', 'publish', 'published', no],
    ['draft', 'pause', no, no],
    ['draft', 'archive', 'archived', 'archived'],
    ['published', 'publish', no, no],
    ['published', 'pause', 'paused', no],
    ['published', 'archive', 'archived', 'archived'],
    ['paused', 'publish', 'published', no],
    ['paused', 'pause', no, no],
    ['paused', 'archive', 'archived', 'archived'],
    ['archived', 'publish', no, no],
    ['archived', 'pause', no, no],
    ['archived', 'archive', no, no],
    ['archived', 'restore', 'paused', 'paused'],
    ['draft', 'restore', no, no],
    ['published', 'restore', no, no],
    ['paused', 'restore', no, no],
  ];
  it.each(cases)(
    'from %s by %s leads to %s before the end, and to %s from the end on',
    (stage, move, before, after) => {
      expect(moveOf(stage, move, ENDS - 1, ENDS)).toBe(before);
      expect(moveOf(stage, move, ENDS, ENDS)).toBe(after);
    },
  );
});
