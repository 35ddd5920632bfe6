import { plainStaff } from '../http/plain-staff.ts';
import { OWNER } from './daemon.ts';

/** Creates every kind of row through calls that exist in every version of the contract. @returns a server key */
export async function fillEarlier(url: string): Promise<string> {
  const { key, staff, game } = await plainStaff(url, OWNER);
  const { campaign_id } = await staff('POST', '/campaigns', {
    name: 'Spring',
    starts_at: '2026-01-01T00:00:00Z',
    ends_at: '2099-01-01T00:00:00Z',
    commission_tiers: [{ min_revenue: 0, percent: 10 }],
  });
  const code = { root_url: 'https://game.example/r', usage_limit: null, active: 'Y', rewards_json: '[{"gems": 1.10}]' };
  for (const [name, use_as_referral] of [
    ['OPEN', 'N'],
    ['BASE', 'Y'],
  ])
    await staff('POST', `/campaigns/${campaign_id}/codes`, { ...code, code: name, name, use_as_referral });
  await staff('POST', `/campaigns/${campaign_id}/publish`, {});
  const creatorCode = (creator_id: string, wish?: string) =>
    game('POST', '/redemption-codes/creator', { creator_id, redemption_code: 'BASE', ...(wish && { code: wish }) });
  const { code: hers } = await creatorCode('ann');
  await creatorCode('bob', 'BOBS-OWN');
  await game('POST', '/redemption-codes/use/redeem', { user_id: 'u1', code: hers });
  await game('POST', '/redemption-codes/use/redeem', { user_id: 'u1', code: 'OPEN' });
  const pay = (transaction_id: string, amount: number, refund_of?: string) => ({
    ...{ event_type: 'payment', created_at: new Date().toISOString(), game_id: 'game', transaction_id },
    ...{ event: { user_id: 'u1', amount }, ...(refund_of && { refund_of }) },
  });
  await game('POST', '/game/game-event', { id: 'r1', events: [pay('t1', 20), pay('t2', 10)] });
  await game('POST', '/game/game-event', { id: 'r2', events: [pay('t3', -5, 't2')] });
  return key;
}

/** Returns a creator's figures as text, as the game reads them. */
export async function figuresOf(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/v1/redemption-codes/analytics?creator_id=ann`, {
    headers: { 'X-API-Key': key },
  });
  if (!response.ok) throw new Error(`analytics: ${response.status}`);
  return response.text();
}
