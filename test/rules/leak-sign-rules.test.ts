import { describe, expect, it } from 'vitest';
import {
  burstOf,
  type CodeDay,
  linkOf,
  linksOfCode,
  missingLandingsOf,
  refundsOf,
} from '../../daemon/features/leak-signs/leak-sign-rules.ts';

const day = (change: Partial<CodeDay> = {}): CodeDay => ({
  claims: 0,
  landings: 0,
  revenue: 0n,
  refunds: 0n,
  ...change,
});
const daysOf = (...claims: number[]) => claims.map((count) => day({ claims: count }));
const WEEK = daysOf(6, 6, 7, 5, 6, 8, 6);

describe('the check for bursts finds', () => {
  it.each([
    ['a sign at five times the median', 30, WEEK, { kind: 'burst', measured: 30, usual: 6 }],
    ['no sign below five times the median', 34, daysOf(7, 7, 7, 7, 7, 7, 7), null],
    ['no sign with too few claims', 29, daysOf(1, 1, 1, 1, 1, 1, 1), null],
    [
      'a sign for a code without a claim on most days',
      30,
      daysOf(1, 0, 0, 0, 0, 0, 0),
      { kind: 'burst', measured: 30, usual: 0 },
    ],
    ['no sign for a code that was first claimed six days ago', 300, daysOf(0, 1, 1, 1, 1, 1, 1), null],
    ['no sign for a code that was never claimed', 300, daysOf(0, 0, 0, 0, 0, 0, 0), null],
    ['a sign without counting the days before the first claim', 30, daysOf(0, 0, 0, 6, 6, 6, 6, 6, 6, 6), { usual: 6 }],
  ])('%s', (_, claims, before, sign) => {
    const found = burstOf({ claims }, before);
    if (sign) expect(found).toMatchObject(sign);
    else expect(found).toBeNull();
  });
});

describe('the check for claims without landings finds', () => {
  const linked = Array.from({ length: 7 }, () => day({ claims: 10, landings: 8 }));
  it.each([
    ['a sign if there is no landing', { claims: 25, landings: 0 }, linked, { measured: 25, usual: 0 }],
    ['a sign if there are far fewer landings than usual', { claims: 100, landings: 30 }, linked, { usual: 30 }],
    ['no sign at half of the usual landings', { claims: 100, landings: 40 }, linked, null],
    ['no sign if too few landings are missing', { claims: 24, landings: 0 }, linked, null],
    ['no sign for a code that is not shared as a link', { claims: 90, landings: 0 }, daysOf(90, 90), null],
    ['no sign for a code without earlier claims', { claims: 90, landings: 0 }, [day({ landings: 9 })], null],
    [
      'a sign even if there were more landings than claims earlier',
      { claims: 25, landings: 0 },
      [day({ claims: 30, landings: 900 })],
      { measured: 25 },
    ],
  ])('%s', (_, today, before, sign) => {
    const found = missingLandingsOf(today, before);
    if (sign) expect(found).toMatchObject({ kind: 'no_landings', ...sign });
    else expect(found).toBeNull();
  });
});

describe('refunds', () => {
  /** Ten days with sales of 1,000.00 each, the last with these refunds. */
  const days = (refunds: bigint) =>
    Array.from({ length: 10 }, (_, at) =>
      at < 9 ? day({ revenue: 100_000n }) : day({ revenue: 100_000n - refunds, refunds }),
    );
  const judge = (count: number, refunds: bigint, campaign: { revenue: bigint; refunds: bigint }) =>
    refundsOf({ count, days: days(refunds), campaign });
  const ONE_PERCENT = { revenue: 99_000_000n, refunds: 1_000_000n };

  it('are a sign if they are far above the rate of the campaign', () => {
    // At one percent, the usual refunds of a day are 10.00.
    expect(judge(10, 10_000n, ONE_PERCENT)).toEqual({ kind: 'refunds', measured: 10, usual: 1 });
    expect(judge(10, 5_000n, ONE_PERCENT)).toMatchObject({ usual: 2 });
    expect(judge(10, 4_999n, ONE_PERCENT)).toBeNull();
  });

  it('are a sign only if there are at least five, and more are needed if the campaign usually has some', () => {
    const none = { revenue: 100n, refunds: 0n };
    expect(judge(4, 10_000n, none)).toBeNull();
    expect(judge(5, 10_000n, none)).toEqual({ kind: 'refunds', measured: 5, usual: 0 });
    expect(judge(6, 6_000n, ONE_PERCENT)).toBeNull();
    expect(judge(8, 8_000n, ONE_PERCENT)).toMatchObject({ usual: 1 });
  });

  it('are compared with a rate of zero in a campaign without sales', () => {
    expect(judge(5, 10_000n, { revenue: 0n, refunds: 0n })).toMatchObject({ usual: 0 });
    expect(judge(5, 0n, { revenue: 0n, refunds: 0n })).toBeNull();
  });
});

describe('links', () => {
  it.each([
    [' nova-crew ', 'NOVA-CREW'],
    ['https://play.example/?code=nova', 'NOVA'],
    ['https://play.example/?linkId=summer&utm_source=x', 'SUMMER'],
    ['https://play.example/about', 'HTTPS://PLAY.EXAMPLE/ABOUT'],
    ['', null],
    ['x'.repeat(201), null],
  ])('%s counts as %s', (recorded, link) => expect(linkOf(recorded)).toBe(link));

  it('of a code are its value and the linkId of its root URL', () => {
    const links = (root_url: string) => linksOfCode({ code_norm: 'NOVA', root_url });
    expect(links('https://x.example/')).toEqual(['NOVA']);
    expect(links('https://x.example/?linkId=summer')).toEqual(['NOVA', 'SUMMER']);
    expect(links('https://x.example/?linkId=nova')).toEqual(['NOVA']);
    expect(linksOfCode({ code_norm: null, root_url: 'not an address' })).toEqual([]);
  });
});
