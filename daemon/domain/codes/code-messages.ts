import { codeUrl } from '../../contract/code-values.ts';
import type { Announcement } from '../messages.ts';
import type { CodeContent } from './code-content.ts';
import type { MainCodeKind } from './code-kinds.ts';
import type { StoredWindow } from './code-window.ts';

/** A new code, as messages to webhook endpoints describe it. */
export interface CreatedCode extends Omit<CodeContent, keyof StoredWindow | 'key_pool_id' | 'tags'> {
  code_id: number;
  campaign_id: number;
  kind: MainCodeKind;
  code: string;
}

/** Creates one message for each group of codes with the same campaign, type and rewards. */
export function codesCreated(codes: readonly CreatedCode[]): Announcement<'code.created'>[] {
  const groups = new Map<string, [CreatedCode, ...CreatedCode[]]>();
  for (const code of codes) {
    const key = `${code.campaign_id}\n${code.kind}\n${code.rewards_json}`;
    const group = groups.get(key);
    if (group) group.push(code);
    else groups.set(key, [code]);
  }
  return [...groups.values()].map((group) => ({
    type: 'code.created',
    data: { campaign_id: group[0].campaign_id, code_type: group[0].kind, codes: group.map(codeOut) },
    rewardsJson: group[0].rewards_json,
  }));
}

const codeOut = (code: CreatedCode) => ({
  code_id: code.code_id,
  code: code.code,
  code_url: codeUrl(code.root_url, code.code),
  name: code.name,
  usage_limit: code.usage_limit,
  creator_usage_limit: code.creator_usage_limit,
  active: code.active ? ('Y' as const) : ('N' as const),
});
