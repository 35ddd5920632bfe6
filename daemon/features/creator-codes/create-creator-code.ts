import { CODE_ALPHABET, normalizeCode } from '../../contract/code-values.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { retryLostRace } from '../../db/lost-race.ts';
import { isMain } from '../../domain/codes/code-kinds.ts';
import { isCreatorId } from '../../domain/creator-id.ts';
import { coversGame, parseGames } from '../../domain/games.ts';
import { randomText } from '../../lib/secrets.ts';
import { findCampaign } from '../campaigns/campaigns-store.ts';
import { findCodeByNorm, insertCode, type MainCode } from '../codes/codes-store.ts';
import { findCreator, introduceCreator } from '../creators/creators-store.ts';
import { announce } from '../outbox/outbox-store.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { codeMade } from './creator-code-message-rules.ts';
import { CREATOR_CODE_LENGTH, type CreateFacts, firstStatus, refusalOfCreate } from './creator-code-rules.ts';
import { type CreatorCodeRow, findCreatorCodes, hasCurrentCode } from './creator-codes-store.ts';

export interface NewCreatorCode {
  creator_id: string;
  /** The referral code from which to create the creator code, as typed. */
  redemption_code: string;
  /** The value that the creator requests. If it is missing, the daemon generates one. */
  code?: string | undefined;
  email?: string | undefined;
  display_name?: string | undefined;
  /** The game that the caller's key is limited to, if any. */
  gameId?: string | null;
  /** True if the creator requests the code on their own page, which belongs to no game. */
  isForAnyGame?: boolean;
}

/**
 * Creates a creator code. It retries if another request took the value or created the creator's code first, or if a
 * generated value is taken.
 */
export const createCreatorCode = (db: Database, request: NewCreatorCode, now: number): Promise<CreatorCodeRow> =>
  retryLostRace(() => db.write((handle) => create(handle, request, now)));

async function create(handle: Handle, request: NewCreatorCode, now: number): Promise<CreatorCodeRow> {
  const base = await findBase(handle, request);
  const refusal = refusalOfCreate(await factsOf(handle, request, base), now);
  if (refusal || !base) throw new AppError(refusal ?? 'code_not_found');
  await introduceCreator(
    handle,
    { creatorId: request.creator_id, displayName: request.display_name, email: request.email },
    now,
  );
  const { creator_code_moderation } = await getOrganisation(handle);
  const code = request.code?.trim() ?? randomText(CODE_ALPHABET, CREATOR_CODE_LENGTH);
  const codeId = await insertCode(handle, {
    campaign_id: base.campaign_id,
    kind: 'creator',
    code,
    code_norm: normalizeCode(code),
    name: base.name,
    root_url: base.root_url,
    used: 0,
    active: true,
    // Each claim reads the rewards and limits from the base code.
    rewards_json: '[]',
    base_code_id: base.code_id,
    creator_id: request.creator_id,
    status: firstStatus(creator_code_moderation, request.code !== undefined),
    created_at: now,
    updated_at: now,
  });
  const [made] = await findCreatorCodes(handle, [codeId]);
  if (!made) throw new Error('The new creator code was not found after its insert');
  await announce(handle, codeMade(made), now);
  return made;
}

/** Returns the typed main code if the game may use it. Creator codes cannot be created from creator codes. */
async function findBase(
  handle: Handle,
  { redemption_code: typed, gameId, isForAnyGame }: NewCreatorCode,
): Promise<MainCode | null> {
  const found = await findCodeByNorm(handle, normalizeCode(typed));
  if (!found || !isMain(found.kind)) return null;
  const campaign = await findCampaign(handle, found.campaign_id);
  const isCovered = campaign && (isForAnyGame || coversGame(parseGames(campaign.games), gameId ?? ''));
  return isCovered ? { ...found, kind: found.kind } : null;
}

async function factsOf(handle: Handle, request: NewCreatorCode, base: MainCode | null): Promise<CreateFacts> {
  const { creator_id: creatorId } = request;
  const requested = request.code === undefined ? null : normalizeCode(request.code);
  const facts = { creatorId, requested, creatorSuspended: false, base: null, hasCurrentCode: false, taken: false };
  if (!base || !isCreatorId(creatorId)) return facts;
  const campaign = await findCampaign(handle, base.campaign_id);
  if (!campaign) throw new Error(`Code ${base.code_id} has no campaign`);
  const creator = await findCreator(handle, creatorId);
  return {
    ...facts,
    creatorSuspended: creator?.status === 'suspended',
    base: { kind: base.kind, active: base.active, campaign },
    hasCurrentCode: await hasCurrentCode(handle, base.code_id, creatorId),
    taken: requested !== null && (await findCodeByNorm(handle, requested)) !== null,
  };
}
