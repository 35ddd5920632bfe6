import { addCode, addCreatorCode, runningCampaign } from './campaigns.ts';
import { done, iso, type TestClient } from './test-client.ts';

interface Parties {
  owner: TestClient;
  server: TestClient;
}

interface Earning {
  creator: string;
  /** The amount that the creator's player paid. The campaign pays a tenth of it. */
  amount: number;
  name?: string;
  method?: string;
  address?: string;
}

/** Returns a payment as a game reports it. It can contain values that the contract refuses. */
export const paymentEvent = (user_id: string, amount: unknown, createdAt: number, change: object = {}) => ({
  event_type: 'payment',
  created_at: iso(createdAt),
  game_id: 'game',
  event: { user_id, amount },
  ...change,
});

/** Adds a creator code from this referral code, and a player who redeems it. */
export async function addEarner(daemon: Parties, creator: string, base: string, user: string) {
  const { code } = await addCreatorCode(daemon, creator, base);
  const { linked } = done(await daemon.server.call('redeem', { body: { user_id: user, code } }));
  return { creator, user, code, linked };
}

/** Adds a payment by a player who redeemed a creator code. By default, its time is the current one. */
export async function playerPays({ server }: Parties, user: string, amount: number, now = Date.now(), change = {}) {
  return done(await server.call('gameEvent', { body: { events: [paymentEvent(user, amount, now, change)] } }));
}

let serial = 0;

/** Creates a campaign in which each creator has a player who paid. @returns a function that adds another payment */
export async function withEarnings(daemon: Parties, earnings: readonly Earning[]) {
  serial += 1;
  const base = `CREW${serial}`;
  const campaignId = await runningCampaign(daemon);
  await addCode(daemon, campaignId, base, { use_as_referral: 'Y' });
  const earn = (creator: string, amount: number) => playerPays(daemon, `fan_of_${creator}`, amount);
  for (const { creator, amount, name, method, address } of earnings) {
    await addEarner(daemon, creator, base, `fan_of_${creator}`);
    const body = {
      ...(name ? { display_name: name } : {}),
      ...(method ? { payout_method: method } : {}),
      ...(address ? { payout_address: address } : {}),
    };
    done(await daemon.owner.edit('changeCreator', { params: { creator_id: creator }, body }));
    await earn(creator, amount);
  }
  return { campaignId, earn };
}
