import { adminEndpoints } from './admin.ts';
import { creatorPageEndpoints } from './creator-page.ts';
import type { Endpoint } from './endpoint.ts';
import { leaderboardEndpoints } from './leaderboards.ts';
import { payoutDetailEndpoints } from './payout-details.ts';
import { v1Endpoints } from './v1.ts';

/** All endpoints of the daemon. It serves no other API routes. */
export const endpoints = {
  ...v1Endpoints,
  ...creatorPageEndpoints,
  ...leaderboardEndpoints,
  ...payoutDetailEndpoints,
  ...adminEndpoints,
};
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export const endpointList = Object.entries(endpoints) as [EndpointName, Endpoint][];
