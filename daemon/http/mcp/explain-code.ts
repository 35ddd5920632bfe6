import { normalizeCode } from '../../contract/code-values.ts';
import { REFUSALS } from '../../contract/refusals.ts';
import type { Ask } from './ask.ts';
import { Unexplained } from './unexplained.ts';

const sentenceOf = (code: string) => (code in REFUSALS ? REFUSALS[code as keyof typeof REFUSALS][1] : code);

/** Explains why a code did not work for a player, from the player's attempts and the code's current state. */
export async function explainCode(ask: Ask, { user_id, code }: { user_id: string; code: string }) {
  const same = (other: string) => normalizeCode(other) === normalizeCode(code);
  const player = await ask('getPlayer', { params: { user_id }, query: { include_validates: 'true' } });
  if (!player.ok && player.body.status !== 404) throw new Unexplained(player.body.detail);
  const { refused_tries = [], claims = [] } = player.ok ? player.body : {};
  const tries = refused_tries.filter((one) => same(one.code));
  const claimed = claims.filter((one) => same(one.code));
  const found = await ask('search', { query: { q: code.trim() } });
  const match = found.ok ? found.body.codes.find((one) => same(one.code)) : undefined;
  const state = match && (await stateOf(ask, match));
  const explanation = [
    ...(player.ok ? [] : [`The player ${user_id} is unknown: no claim, attempt or payment has this ID.`]),
    ...claimed.map(claimSentence),
    ...tries.map((one) => `${one.created_at}: refused with ${one.reason}. ${sentenceOf(one.reason)}`),
    ...(player.ok && tries.length === 0 && claimed.length === 0
      ? [`The newest attempts and claims by ${user_id}, up to 100 of each, do not include this code.`]
      : []),
    ...(match ? [] : ['No code that you may read has this value now.']),
    ...(state?.now ?? []),
  ];
  return {
    explanation,
    attempts: tries,
    claims: claimed,
    code: state?.code ?? match ?? null,
    campaign: state?.campaign ?? null,
  };
}

const claimSentence = (one: { created_at: string; released_at: string | null }) =>
  `${one.created_at}: the player redeemed this code${one.released_at ? `, and support released the claim at ${one.released_at}` : ''}.`;

/** Reads the code and its campaign. It omits what the person may not read. */
async function stateOf(ask: Ask, { code_id, campaign_id }: { code_id: number; campaign_id: number }) {
  const [code, campaign] = [
    await ask('getCode', { params: { code_id } }),
    await ask('getCampaign', { params: { campaign_id } }),
  ];
  const now = [
    ...(code.ok && code.body.active === 'N' ? ['The code is not active now.'] : []),
    ...(code.ok && code.body.starts_at ? [`The code can be redeemed from ${code.body.starts_at}.`] : []),
    ...(code.ok && code.body.ends_at ? [`The code can be redeemed until ${code.body.ends_at}.`] : []),
    ...(code.ok && code.body.usage_limit !== null
      ? [`The code has ${code.body.number_of_claims} of at most ${code.body.usage_limit} claims.`]
      : []),
    ...(code.ok && code.body.is_personal ? ['The code is for one player only.'] : []),
    ...(code.ok && code.body.conditions ? ['The code has conditions that the player must meet.'] : []),
    ...(campaign.ok
      ? [
          `The campaign runs from ${campaign.body.starts_at} until ${campaign.body.ends_at}; its status is ${campaign.body.status}.`,
        ]
      : []),
  ];
  return { now, code: code.ok ? code.body : null, campaign: campaign.ok ? campaign.body : null };
}
