import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { MINUTE, onGame, START } from '../support/http/game-flow.ts';
import { type Answered, done, iso } from '../support/http/test-client.ts';

// After a player signs in, their earlier events belong to them, too: in the list, in counts and in figures of links.

onGame('the anonymous ID', (flow) => {
  const { clock, staff, unique, pay, sdkEvent, running, newCode, redeem, payment } = flow;
  const shown = async (path: string): Promise<Answered['body']> =>
    done(await staff.send('GET', `/v1/admin/events${path}`));
  /** Returns the sub-types of the events that a filter finds, newest first. */
  const found = async (query: string): Promise<string[]> =>
    (await shown(`?limit=100&${query}`)).data.map((event: { event_sub_type: string }) => event.event_sub_type);

  /** Returns a player's browser, which sends events a minute apart. */
  const browser = (change: object = {}) => {
    const anon_id = `anon_${randomUUID()}`;
    const session_id = randomUUID();
    const send = async (event_sub_type: string, user_id = anon_id, more: object = {}) => {
      clock.now += MINUTE;
      const event = { anon_id, session_id, user_details: { user_id }, event: { event_sub_type }, ...change, ...more };
      const { accepted } = done(await pay([sdkEvent(event)]));
      expect(accepted).toBe(1);
    };
    return { anon_id, session_id, send };
  };

  it('connects a user with the events from before sign-in', async () => {
    const user = unique('user');
    const { anon_id, send } = browser();
    const another = browser();
    await send('landed');
    await another.send('of another player');
    await send('looked');
    expect(await found(`user_id=${user}`)).toEqual([]);
    await send('identify', user);
    expect(await found(`user_id=${user}`)).toEqual(['identify', 'looked', 'landed']);
    await send('looked on');
    await another.send('identify', unique('user'));
    expect(await found(`user_id=${user}`)).toEqual(['looked on', 'identify', 'looked', 'landed']);
    expect(await found(`user_id=${user}&event_sub_type=landed`)).toEqual(['landed']);
    // The events stay as they were sent, because the daemon stores the identity separately.
    expect(await found(`user_id=${anon_id}`)).toEqual([]);
    const { data } = await shown(`?anon_id=${anon_id}&event_sub_type=landed`);
    expect(data).toMatchObject([{ anon_id, user_id: null }]);
  });

  it('gives a second user of the same browser no events from the first', async () => {
    const [first, second] = [unique('user'), unique('user')];
    const { send } = browser();
    await send('landed');
    await send('identify', first);
    await send('identify', second);
    await send('bought', second);
    expect(await found(`user_id=${first}`)).toEqual(['identify', 'landed']);
    expect(await found(`user_id=${second}`)).toEqual(['bought', 'identify']);
  });

  it('makes two browsers of one user one person, in each game separately', async () => {
    const user = unique('user');
    const game_id = unique('game');
    const [phone, desk, elsewhere] = [browser({ game_id }), browser({ game_id }), browser()];
    await phone.send('landed');
    await desk.send('landed');
    await phone.send('identify', user);
    await desk.send('identify', user);
    await browser({ game_id }).send('landed');
    // The same anonymous ID in another game belongs to another person.
    await elsewhere.send('other game', phone.anon_id, { anon_id: phone.anon_id });
    expect(await found(`user_id=${user}`)).toEqual(['identify', 'identify', 'landed', 'landed']);
    const { complete, events, activity } = await shown(`/stats?game_id=${game_id}&to=${iso(clock.now + 1)}`);
    expect({ complete, events, ...activity }).toMatchObject({ complete: true, events: 5, sessions: 3, users: 2 });
    expect(activity.by_user).toEqual([
      { user_id: user, events: 4 },
      { user_id: expect.stringMatching(/^anon_/), events: 1 },
    ]);
    const sessions = activity.by_session.map((sum: { events: number }) => sum.events);
    expect(sessions).toEqual([2, 2, 1]);
    const ids = activity.by_session.map((sum: { session_id: string }) => sum.session_id);
    expect(ids).toEqual(expect.arrayContaining([phone.session_id, desk.session_id]));
  });

  it('connects the link that an unknown player clicked to what the user claimed and paid', async () => {
    const [user, another] = [unique('user'), unique('user')];
    const link = unique('link');
    const campaign = await running();
    const { code } = await newCode(campaign);
    const clicked = browser();
    const stranger = browser();
    await clicked.send('session_created', undefined, { service_referral_link: link });
    await stranger.send('session_created', undefined, { service_referral_link: link });
    // Only the first page has the link in its URL; the player signs in much later, on another page.
    await clicked.send('identify', user);
    expect(done(await redeem(user, code)).redemption_id).toBeDefined();
    done(await pay([payment(user, 7.5), payment(user, 2.5)]));
    done(await redeem(another, code));
    done(await pay([payment(another, 100)]));
    const { complete, data } = await shown(`/funnel?from=${iso(START)}&to=${iso(clock.now + MINUTE)}`);
    expect(complete).toBe(true);
    const steps = data.find(({ referral_link }: { referral_link: string }) => referral_link === link);
    expect(steps).toMatchObject({ sessions: 2, users: 2, claimers: 1, payers: 1, revenue: { amount: '10.00' } });
  });
});
