import { describe, expect, it } from 'vitest';
import { joinLanding, readLanding, utmsOf } from '../../sdk/attribution.ts';

describe('a landing’s address', () => {
  it.each([
    ['', {}],
    ['?page=2', {}],
    ['?utm_source=news&utm_medium=mail', { utms: { utm_source: 'news', utm_medium: 'mail' } }],
    ['?utm_source=a%20b+c&utm_campaign=%C3%A9t%C3%A9', { utms: { utm_source: 'a b c', utm_campaign: 'été' } }],
    ['?utm_source=%E0%A4%A', { utms: { utm_source: '\uFFFD%A' } }],
    ['?utm_=x&utmsource=y&UTM_SOURCE=z', {}],
    ['?utm_source=one&utm_source=two', { utms: { utm_source: 'two' } }],
    ['?linkId=abc-1', { link: 'abc-1' }],
    ['?linkid=abc-1&linkId=', {}],
    ['?code=SUMMER-24', { code: 'SUMMER-24' }],
    ['?code=4%2F0AY&state=xyz', {}],
    ['?code=A&linkId=L&utm_term=t&__proto__=x', { code: 'A', link: 'L', utms: { utm_term: 't' } }],
  ])('%s', (search, landing) => {
    expect(readLanding(search)).toEqual(landing);
  });

  it('limits a link to what the daemon accepts', () => {
    expect(readLanding(`?linkId=${'x'.repeat(5000)}`).link).toHaveLength(4096);
  });
});

describe('first and last touch', () => {
  const [mail, post] = [{ utm_source: 'mail' }, { utm_source: 'post' }];

  it('start with the first landing that has UTMs', () => {
    expect(joinLanding({}, {})).toEqual({ touches: {}, isNew: false });
    expect(joinLanding({}, { utms: mail })).toEqual({ touches: { first: mail, last: mail }, isNew: true });
  });

  it('keep the first UTMs, replace the last ones, and do not change on a landing without UTMs', () => {
    const { touches } = joinLanding({ first: mail, last: mail, link: 'a' }, { utms: post });
    expect(touches).toEqual({ first: mail, last: post, link: 'a' });
    expect(joinLanding(touches, {})).toEqual({ touches, isNew: false });
  });

  it('count as new if a landing brings other UTMs or another link, but not if it brings the same ones or only a code', () => {
    const known = { first: mail, last: post, link: 'a' };
    expect(joinLanding(known, { utms: post, link: 'a' }).isNew).toBe(false);
    expect(joinLanding(known, { code: 'X' })).toEqual({ touches: { ...known, code: 'X' }, isNew: false });
    expect(joinLanding(known, { link: 'b' }).isNew).toBe(true);
    expect(joinLanding(known, { utms: mail }).isNew).toBe(true);
  });

  it('form the UTMs of an event: the last, and the first if it differs', () => {
    expect(utmsOf({})).toBeUndefined();
    expect(utmsOf({ first: mail, last: mail })).toEqual(mail);
    expect(utmsOf({ first: mail, last: post })).toEqual({ utm_source: 'post', first_touch: mail });
  });
});
