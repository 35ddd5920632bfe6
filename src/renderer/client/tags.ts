import { queryOptions } from '@tanstack/react-query';
import { MAX_TAG_LENGTH, normalizeTag } from '../../../daemon/contract/tag-values.ts';
import { ask } from './ask.ts';

/** The objects that have the tags: campaigns, or the codes of one campaign. */
export type TagsOf = 'campaigns' | { campaign_id: number };

/** Loads the tags in use. The query key starts with that of the objects, so a change to an object reloads the tags. */
export const tagsQuery = (of: TagsOf) =>
  queryOptions({
    queryKey: of === 'campaigns' ? ['campaigns', 'list', 'tags'] : ['codes', 'list', of.campaign_id, 'tags'],
    queryFn: async () =>
      (await (of === 'campaigns' ? ask('listCampaignTags', {}) : ask('listCodeTags', { params: of }))).data,
  });

/** Returns tags as the daemon stores them. */
export const storedTags = (typed: readonly string[]): string[] => [
  ...new Set(typed.map(normalizeTag).filter((tag) => tag !== '')),
];

/** Parses the tag of a filter in an address. */
export const tagOf = (raw: unknown): string | undefined =>
  typeof raw === 'string' && raw !== '' && raw.length <= MAX_TAG_LENGTH ? raw : undefined;
