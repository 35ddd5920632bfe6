import type { TestDaemon } from '../world/daemon.ts';
import { addCode, addCreatorCode, runningCampaign } from './campaigns.ts';

interface Earning {
  creator: string;
  /** What a player of theirs paid; the campaign pays a tenth of it. */
  amount: number;
  name?: string;
  method?: string;
  address?: string;
}

let serial = 0;

/** A campaign in which each of these creators has a player who paid. @returns what adds another payment */
export async function withEarnings(daemon: TestDaemon, earnings: readonly Earning[]) {
  serial += 1;
  const base = `CREW${serial}`;
  const campaignId = await runningCampaign(daemon);
  await addCode(daemon, campaignId, base, { use_as_referral: 'Y' });
  const earn = async (creator: string, amount: number) => {
    const events = [
      {
        event_type: 'payment' as const,
        created_at: new Date().toISOString(),
        game_id: 'game',
        event: { user_id: `fan_of_${creator}`, amount },
      },
    ];
    const paid = await daemon.server.call('gameEvent', { body: { events } });
    if (!paid.ok) throw new Error(JSON.stringify(paid.body));
  };
  for (const { creator, amount, name, method, address } of earnings) {
    const { code } = await addCreatorCode(daemon, creator, base);
    const redeemed = await daemon.server.call('redeem', { body: { user_id: `fan_of_${creator}`, code } });
    const changed = await daemon.owner.call('changeCreator', {
      params: { creator_id: creator },
      body: {
        ...(name ? { display_name: name } : {}),
        ...(method ? { payout_method: method } : {}),
        ...(address ? { payout_address: address } : {}),
      },
    });
    if (!redeemed.ok || !changed.ok) throw new Error(JSON.stringify([redeemed.body, changed.body]));
    await earn(creator, amount);
  }
  return { campaignId, earn };
}
