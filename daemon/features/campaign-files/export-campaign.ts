import { CAMPAIGN_FILE_VERSION, CAMPAIGN_FORMAT } from '../../contract/campaign-file.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { windowOut } from '../../domain/codes/code-window.ts';
import { parseGames } from '../../domain/games.ts';
import { parseTags } from '../../domain/tags.ts';
import { isoInstant } from '../../lib/clock.ts';
import { type CampaignRow, findCampaign } from '../campaigns/campaigns-store.ts';
import { readPoolNames } from '../key-pools/key-pools-store.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { parseTiers } from '../settings/terms-store.ts';
import { listHandMade, listJobIds, listOfJob } from './campaign-files-store.ts';

type Row = Awaited<ReturnType<typeof listOfJob>>[number];

/**
 * Exports a campaign as text. The text is generated while the client reads it, so bulk codes do not block other
 * requests. It contains neither IDs nor the time of the export, so it changes only if the campaign changes.
 */
export async function exportCampaign(
  db: Database,
  campaignId: number,
  withBulk: boolean,
): Promise<AsyncIterable<string>> {
  const { campaign, currency, pools } = await db.read(async (handle) => ({
    campaign: await findCampaign(handle, campaignId),
    currency: (await getOrganisation(handle)).currency,
    pools: await readPoolNames(handle),
  }));
  if (!campaign) throw new AppError({ code: 'not_found', detail: `Campaign ${campaignId} does not exist.` });
  return textOf({ db, pools }, campaign, currency, withBulk);
}

interface Source {
  db: Database;
  /** The names of the key pools, by ID. */
  pools: ReadonlyMap<number, string>;
}

async function* textOf({ db, pools }: Source, campaign: CampaignRow, currency: string, withBulk: boolean) {
  const { campaign_id } = campaign;
  const about = {
    name: campaign.name,
    starts_at: isoInstant(campaign.starts_at),
    ends_at: isoInstant(campaign.ends_at),
    notes: campaign.notes,
    currency,
    commission_tiers: campaign.tiers === null ? null : parseTiers(campaign.tiers),
    ...(campaign.games !== null && { games: parseGames(campaign.games) }),
    ...tagsOut(campaign),
    ...(campaign.leaderboard && { leaderboard: true }),
  };
  const head = { format: CAMPAIGN_FORMAT, version: CAMPAIGN_FILE_VERSION, campaign: about };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "codes": [`;
  const pages = pagesOf((after) => db.read((handle) => listHandMade(handle, campaign_id, after)));
  yield* listed(pages, (row) => JSON.stringify(codeOut(row, pools)));
  yield '],\n  "batches": [';
  if (withBulk) yield* batchesOf({ db, pools }, campaign_id);
  yield ']\n}\n';
}

async function* batchesOf({ db, pools }: Source, campaignId: number) {
  let isFirst = true;
  for (const jobId of await db.read((handle) => listJobIds(handle, campaignId))) {
    const pages = pagesOf((after) => db.read((handle) => listOfJob(handle, jobId, after)));
    const { value: first } = await pages.next();
    if (!first?.[0]) continue;
    const shared = bulkFields(first[0], pools);
    yield `${isFirst ? '' : ','}\n    ${JSON.stringify(withoutMissing(shared)).slice(0, -1)},"values":[`;
    isFirst = false;
    yield* listed(chained(first, pages), (row) => JSON.stringify(valueOut(row, shared, pools)));
    yield ']}';
  }
}

/** Writes the rows as a JSON list with one row per line. */
async function* listed(pages: AsyncIterable<Row[]>, textOfRow: (row: Row) => string) {
  let between = '\n    ';
  for await (const rows of pages) {
    yield between + rows.map(textOfRow).join(',\n    ');
    between = ',\n    ';
  }
}

async function* pagesOf(read: (after: number) => Promise<Row[]>): AsyncGenerator<Row[], undefined> {
  for (let after = 0; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.code_id;
  }
}

async function* chained(first: Row[], rest: AsyncIterable<Row[]>) {
  yield first;
  yield* rest;
}

const bulkFields = (row: Row, pools: Source['pools']) => ({
  name: row.name,
  root_url: row.root_url,
  usage_limit: row.usage_limit,
  active: row.active ? 'Y' : 'N',
  rewards_json: row.rewards_json,
  ...windowOut(row),
  key_pool: (row.key_pool_id !== null && pools.get(row.key_pool_id)) || null,
});

/** Leaves out newer fields that a code does not use, so that earlier versions of the daemon can read the file. */
const withoutMissing = ({
  starts_at,
  ends_at,
  recipient,
  conditions,
  key_pool,
  ...fields
}: ReturnType<typeof bulkFields>) => ({
  ...fields,
  ...(starts_at !== null && { starts_at }),
  ...(ends_at !== null && { ends_at }),
  ...(recipient !== null && { recipient }),
  ...(conditions !== null && { conditions }),
  ...(key_pool !== null && { key_pool }),
});

const codeOut = (row: Row, pools: Source['pools']) => ({
  code: row.code,
  ...withoutMissing(bulkFields(row, pools)),
  creator_usage_limit: row.creator_usage_limit,
  use_as_referral: row.kind === 'referral' ? 'Y' : 'N',
  ...tagsOut(row),
});

const tagsOut = ({ tags }: Pick<Row, 'tags'>) => tags !== null && { tags: parseTags(tags) };

/** Returns the value alone, or with those fields that differ from the batch. */
function valueOut(row: Row, shared: ReturnType<typeof bulkFields>, pools: Source['pools']) {
  const own = Object.entries(bulkFields(row, pools)).filter(
    ([name, field]) => JSON.stringify(field) !== JSON.stringify(shared[name as keyof typeof shared]),
  );
  return own.length === 0 && row.tags === null
    ? row.code
    : { code: row.code, ...Object.fromEntries(own), ...tagsOut(row) };
}
