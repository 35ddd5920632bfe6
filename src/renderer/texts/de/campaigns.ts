import type { campaigns as english } from '../en/campaigns.ts';

export const campaigns: typeof english = {};
