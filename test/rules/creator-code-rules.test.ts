import { describe, expect, it } from 'vitest';
import type { RefusalCode } from '../../daemon/contract/refusals.ts';
import { isCreatorId } from '../../daemon/domain/creator-id.ts';
import {
  type CreateFacts,
  type CreatorCodeStatus,
  type Decision,
  decide,
  decideAsProgram,
  firstStatus,
  type Moderation,
  refusalOfCreate,
} from '../../daemon/features/creator-codes/creator-code-rules.ts';

const NOW = 1500;
const campaign = { stage: 'published', starts_at: 1000, ends_at: 2000 } as const;
const base = { kind: 'referral', active: true, campaign } as const;
const fine: CreateFacts = {
  creatorId: 'ana',
  creatorSuspended: false,
  base,
  hasCurrentCode: false,
  requested: 'ANA10',
  taken: false,
};

describe('creating a creator code', () => {
  const cases: [string, Partial<CreateFacts>, RefusalCode | null][] = [
    ['only valid facts', {}, null],
    ['a generated value', { requested: null, taken: false }, null],
    ['a campaign that has not started', { base: { ...base, campaign: { ...campaign, starts_at: 1900 } } }, null],
    ['a paused campaign', { base: { ...base, campaign: { ...campaign, stage: 'paused' } } }, null],
    ['a draft', { base: { ...base, campaign: { ...campaign, stage: 'draft' } } }, null],
    ['the manager', { creatorId: '0' }, 'invalid_creator_id'],
    ['no creator', { creatorId: '' }, 'invalid_creator_id'],
    ['no such code', { base: null }, 'code_not_found'],
    ['a redeem code', { base: { ...base, kind: 'redeem' } }, 'not_a_referral_code'],
    ['a deactivated base code', { base: { ...base, active: false } }, 'code_inactive'],
    ['an ended campaign', { base: { ...base, campaign: { ...campaign, ends_at: NOW } } }, 'campaign_ended'],
    ['an archived campaign', { base: { ...base, campaign: { ...campaign, stage: 'archived' } } }, 'campaign_ended'],
    ['a suspended creator', { creatorSuspended: true }, 'creator_suspended'],
    ['a second code for the same base', { hasCurrentCode: true }, 'creator_code_exists'],
    ['a value that is not a code', { requested: 'A B' }, 'invalid_code'],
    ['an empty value', { requested: '' }, 'invalid_code'],
    ['a value that is taken', { taken: true }, 'code_taken'],
  ];
  it.each(cases.map(([name, change, refusal]) => ({ name, change, refusal: refusal ?? 'no refusal' })))(
    'with $name gets $refusal',
    ({ change, refusal }) => {
      expect(refusalOfCreate({ ...fine, ...change }, NOW) ?? 'no refusal').toBe(refusal);
    },
  );

  it('returns the first refusal in the contract’s order', () => {
    const steps: [Partial<CreateFacts>, RefusalCode][] = [
      [{ creatorId: '0' }, 'invalid_creator_id'],
      [{ creatorId: 'ana', base: null }, 'code_not_found'],
      [
        { base: { kind: 'redeem', active: false, campaign: { ...campaign, stage: 'archived' } } },
        'not_a_referral_code',
      ],
      [{ base: { kind: 'referral', active: false, campaign: { ...campaign, stage: 'archived' } } }, 'code_inactive'],
      [{ base: { kind: 'referral', active: true, campaign: { ...campaign, stage: 'archived' } } }, 'campaign_ended'],
      [{ base }, 'creator_suspended'],
      [{ creatorSuspended: false }, 'creator_code_exists'],
      [{ hasCurrentCode: false }, 'invalid_code'],
      [{ requested: 'ANA10' }, 'code_taken'],
    ];
    let facts: CreateFacts = {
      creatorId: '0',
      creatorSuspended: true,
      base: null,
      hasCurrentCode: true,
      requested: '?',
      taken: true,
    };
    for (const [change, refusal] of steps) {
      facts = { ...facts, ...change };
      expect(refusalOfCreate(facts, NOW)).toBe(refusal);
    }
  });

  it.each([
    ['0', false],
    ['', false],
    ['00', true],
    ['a', true],
    ['a'.repeat(255), true],
    ['a'.repeat(256), false],
    ['a\nb', false],
    ['a\u0000', false],
    ['a\u0085', false],
    ['Ana María', true],
    [' ', true],
  ])('accepts the creator_id %j: %s', (creatorId, fits) => expect(isCreatorId(creatorId)).toBe(fits));
});

describe('the status of a new code', () => {
  it.each<[Moderation, custom: string, generated: string]>([
    ['custom', 'pending', 'approved'],
    ['all', 'pending', 'pending'],
    ['none', 'approved', 'approved'],
  ])('with the moderation %s is %s for a custom value, and %s for a generated one', (moderation, custom, generated) => {
    expect(firstStatus(moderation, true)).toBe(custom);
    expect(firstStatus(moderation, false)).toBe(generated);
  });
});

describe('decisions', () => {
  const no = 'invalid_status_move';
  const decisions: Decision[] = ['approve', 'reject', 'disable'];
  it.each<[CreatorCodeStatus, ...string[]]>([
    ['pending', 'approved', 'rejected', no],
    ['approved', no, no, 'disabled'],
    ['rejected', no, no, no],
    ['disabled', 'approved', no, no],
  ])('%s: approve %s, reject %s, disable %s', (status, ...expected) => {
    expect(decisions.map((decision) => decide(status, decision))).toEqual(expected);
  });
  it.each<[CreatorCodeStatus, ...string[]]>([
    ['pending', 'approved', 'rejected'],
    ['approved', no, no],
    ['rejected', no, no],
    ['disabled', no, no],
  ])('by a key, %s: approve %s, reject %s', (status, ...expected) => {
    expect((['approve', 'reject'] as const).map((decision) => decideAsProgram(status, decision))).toEqual(expected);
  });
});
