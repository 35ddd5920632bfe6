import type { CampaignFile } from '../../contract/campaign-file.ts';
import type { CodeContent } from '../../domain/codes/code-content.ts';
import { storedWindow } from '../../domain/codes/code-window.ts';
import { parseConditions } from '../../domain/codes/conditions.ts';
import { parseTags } from '../../domain/tags.ts';
import { mapInTurns } from '../../lib/map-in-turns.ts';
import { type PlannedCode, type PoolIds, poolIdOf } from './campaign-file-rules.ts';
import type { Batch } from './reserve-values.ts';
import type { Outcomes } from './sort-outcomes.ts';

/** Returns the new values of each batch in the file, as the request for a job. */
export async function collectBatches(file: CampaignFile, { newInBatches }: Outcomes, pools: PoolIds): Promise<Batch[]> {
  const batches: Batch[] = [];
  for (const [at, own] of newInBatches) {
    const { values: _, key_pool, ...shared } = file.batches[at] as CampaignFile['batches'][number];
    const key_pool_id = poolIdOf(pools, key_pool);
    const content = { ...shared, active: shared.active === 'Y', ...storedWindow(shared), key_pool_id };
    const row = (code: PlannedCode, index: number) => ({
      ...{ line: index + 1, code: code.code },
      ...differing(code, content),
    });
    batches.push({ ...shared, key_pool_id, rows: await mapInTurns(own, row) });
  }
  return batches;
}

function differing(code: PlannedCode, shared: Omit<CodeContent, 'creator_usage_limit' | 'tags'>) {
  const { name, root_url, usage_limit, active, rewards_json, starts_at, ends_at, recipient, conditions } = code;
  const { key_pool_id, tags } = code;
  return {
    ...(name === shared.name ? {} : { name }),
    ...(root_url === shared.root_url ? {} : { root_url }),
    ...(usage_limit === shared.usage_limit ? {} : { usage_limit }),
    ...(active === shared.active ? {} : { active: active ? ('Y' as const) : ('N' as const) }),
    ...(rewards_json === shared.rewards_json ? {} : { rewards_json }),
    ...(starts_at === shared.starts_at ? {} : { starts_at }),
    ...(ends_at === shared.ends_at ? {} : { ends_at }),
    ...(recipient === shared.recipient ? {} : { recipient }),
    ...(conditions === shared.conditions ? {} : { conditions: parseConditions(conditions) }),
    ...(key_pool_id === shared.key_pool_id ? {} : { key_pool_id }),
    ...(tags === null ? {} : { tags: parseTags(tags) }),
  };
}
