import { describe, expect, test } from 'vitest';
import { nextTierOf } from '../../daemon/domain/commission.ts';
import {
  type CampaignFigures,
  dailyResultOf,
  isWorthMailing,
} from '../../daemon/features/daily-results/daily-result-rules.ts';
import { backOffOf, LEASE_MS, mayTake } from '../../daemon/features/jobs/lease-rules.ts';
import { eventsBefore } from '../../daemon/features/retention/retention-rules.ts';
import { FIRST_PACE, paceAfter } from '../../daemon/lib/pace.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each<[string, Parameters<typeof mayTake>[0], boolean]>([
  ['is held cannot be taken', { status: 'running', lease_until: NOW + LEASE_MS }, false],
  ['was held until now can be taken', { status: 'running', lease_until: NOW }, true],
  ['was released can be taken', { status: 'running', lease_until: null }, true],
  [
    'has a lease from a clock that was far ahead can be taken',
    { status: 'running', lease_until: NOW + LEASE_MS + 1 },
    true,
  ],
  ['is paused cannot be taken', { status: 'failed', lease_until: NOW + HOUR }, false],
  ['has paused long enough can be taken', { status: 'failed', lease_until: NOW }, true],
  ['has a pause from a clock that was far ahead can be taken', { status: 'failed', lease_until: NOW + HOUR + 1 }, true],
  ['is done cannot be taken', { status: 'done', lease_until: null }, false],
  ['was never meant to run cannot be taken', { status: 'baseline', lease_until: null }, false],
])('a run that %s', (_name, run, expected) => {
  expect(mayTake(run, NOW)).toBe(expected);
});

test('a run that fails pauses longer each time, for at most an hour', () => {
  expect([1, 2, 3, 4, 5, 6, 99].map(backOffOf)).toEqual([15e3, 60e3, 300e3, 900e3, HOUR, HOUR, HOUR]);
});

describe('a creator’s day', () => {
  const nothing = { claims: 0, payments: 0, revenue: 0n };
  const tiers = {
    kind: 'tiers' as const,
    tiers: [
      { min_revenue: 0, percent: 10 },
      { min_revenue: 100, percent: 20 },
    ],
  };
  const campaign = (change: Partial<CampaignFigures> = {}): CampaignFigures => ({
    campaign_id: 1,
    name: 'Summer',
    end: NOW + DAY,
    ran: true,
    approved: true,
    inForce: tiers,
    day: { claims: 2, payments: 1, revenue: 1200n },
    soFar: { claims: 7, payments: 3, revenue: 6000n, parts: [{ terms: tiers, revenue: 6000n }] },
    ...change,
  });
  const resultOf = (...campaigns: CampaignFigures[]) =>
    dailyResultOf({
      ...{ creator_id: 'c1', display_name: null, date: '2026-11-20', time_zone: 'UTC', currency: 'USD', digits: 2 },
      now: NOW,
      campaigns,
    });

  test('contains its figures, the commission so far and the revenue that is missing for the next tier', () => {
    expect(resultOf(campaign())).toMatchObject({
      date: '2026-11-20',
      day: { claims: 2, revenue: { amount: '12.00', currency: 'USD' } },
      so_far: { claims: 7, revenue: { amount: '60.00' }, expected_payout: { amount: '6.00' } },
      campaigns: [{ commission_tier: 10, next_tier: { percent: 20, missing_revenue: { amount: '40.00' } } }],
    });
  });
  test('is reported if the creator has an approved code in a campaign that ran or had revenue', () => {
    expect(resultOf()).toBeNull();
    expect(resultOf(campaign({ approved: false }))).toBeNull();
    expect(resultOf(campaign({ ran: false, day: nothing }))).toBeNull();
    expect(resultOf(campaign({ ran: true, day: nothing }))).not.toBeNull();
    expect(resultOf(campaign({ ran: false }))).not.toBeNull();
  });
  test('promises no tier once the campaign is over', () => {
    expect(resultOf(campaign({ end: NOW }))?.campaigns[0]?.next_tier).toBeNull();
  });
  test('is emailed only if the day ended less than four days ago', () => {
    expect(isWorthMailing('2026-11-20', NOW)).toBe(true);
    expect(isWorthMailing('2026-11-17', NOW)).toBe(true);
    const tooLate = Date.parse('2026-11-25');
    expect(isWorthMailing('2026-11-20', tooLate - 1)).toBe(true);
    expect(isWorthMailing('2026-11-20', tooLate)).toBe(false);
  });
  test('the next tier is the lowest one that the revenue has not reached', () => {
    expect(nextTierOf(tiers, 9_999n, 2)).toEqual({ percent: 20, missing: 1n });
    expect(nextTierOf(tiers, 10_000n, 2)).toBeNull();
    expect(nextTierOf(tiers, -500n, 2)).toEqual({ percent: 10, missing: 500n });
    expect(nextTierOf({ kind: 'fixed', percent: 5 }, 0n, 2)).toBeNull();
  });
});

test('events are removed by whole hours, or never', () => {
  expect(eventsBefore(0, NOW)).toBeNull();
  expect(eventsBefore(7, NOW + 1)).toBe(NOW - 7 * DAY);
});

test('the steps of long work grow while they are quick, and shrink when they are slow', () => {
  const after = (size: number, ms: number) => paceAfter({ ...FIRST_PACE, size }, ms).size;
  expect([after(100, 1), after(400, 1), after(500, 30), after(500, 80)]).toEqual([200, 500, 500, 250]);
  expect(after(20, 5000)).toBe(20);
  // If the maximum is below the minimum, the maximum applies.
  expect(paceAfter({ size: 3, least: 100, most: 3 }, 5000).size).toBe(3);
});
