import { adminEndpoints } from './admin.ts';
import type { Endpoint } from './endpoint.ts';
import { v1Endpoints } from './v1.ts';

/** Every endpoint of the daemon; a route that is missing here cannot exist. */
export const endpoints = { ...v1Endpoints, ...adminEndpoints };
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export const endpointList = Object.entries(endpoints) as [EndpointName, Endpoint][];
