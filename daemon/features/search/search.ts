import { normalizeCode } from '../../contract/code-values.ts';
import type { Database, Handle } from '../../db/database.ts';
import { shownStatus } from '../../domain/campaign-status.ts';
import { type CodeKind, codeTypeOf } from '../../domain/codes/code-kinds.ts';
import type { Games } from '../../domain/games.ts';
import { isoInstant } from '../../lib/clock.ts';
import { type Found, readableBy, type Searcher } from './search-rules.ts';
import {
  isKnownPlayer,
  searchCampaigns,
  searchCodes,
  searchCreators,
  searchPayoutRuns,
  searchStaff,
} from './search-store.ts';

/** Finds a few results of each kind that contain the text and that the person may read. */
export const search = (db: Database, who: Searcher, typed: string, now: number): Promise<Found> =>
  db.read(async (handle): Promise<Found> => {
    const may = readableBy(who);
    const { games } = who;
    const text = typed.trim();
    if (text === '') return { ...NOTHING, player: may.players ? await findPlayer(handle, typed, games) : null };
    const kinds: CodeKind[] = [
      ...(may.codes ? (['redeem', 'referral'] as const) : []),
      ...(may.creatorCodes ? (['creator'] as const) : []),
    ];
    // The searches run in parallel, because a database with several connections can execute them at the same time.
    const [campaigns, codes, creators, staff, runs, player] = await Promise.all([
      may.campaigns ? searchCampaigns(handle, text, games) : [],
      kinds.length > 0 ? searchCodes(handle, text, { norm: normalizeCode(text), kinds, games }) : [],
      may.creators ? searchCreators(handle, text, games) : [],
      may.staff ? searchStaff(handle, text) : [],
      may.payoutRuns ? searchPayoutRuns(handle, text) : [],
      // Not trimmed, because players' IDs can start and end with spaces.
      may.players ? findPlayer(handle, typed, games) : null,
    ]);
    return {
      campaigns: campaigns.map(({ campaign_id, name, ...times }) => ({
        campaign_id,
        name,
        status: shownStatus(times, now),
      })),
      codes: codes.map(({ kind, ...code }) => ({ ...code, code_type: codeTypeOf(kind) })),
      creators,
      staff,
      payout_runs: runs.map(({ period_end, ...run }) => ({ ...run, period_end: isoInstant(period_end) })),
      player,
    };
  });

const NOTHING: Found = { campaigns: [], codes: [], creators: [], staff: [], payout_runs: [], player: null };

const findPlayer = async (handle: Handle, userId: string, games: Games) =>
  (await isKnownPlayer(handle, userId, games)) ? { user_id: userId } : null;
