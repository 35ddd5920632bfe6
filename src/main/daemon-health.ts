import { z } from 'zod';
import { API_VERSION } from '../../daemon/contract/environment.ts';
import type { ServerAbout } from '../preload/api.ts';

/** A daemon's response at `/healthz`, which requires no authentication. Older daemons do not return an environment. */
const health = z.object({
  version: z.string().max(50),
  api: z.string().regex(/^\d{1,4}\.\d{1,4}$/),
  environment: z.string().max(100).optional(),
  environment_colour: z.string().max(100).nullish(),
});

/** Parses a response from `/healthz`. Returns null if the response does not come from a daemon. */
export function readHealth(body: unknown): ServerAbout | null {
  const read = health.safeParse(body);
  if (!read.success) return null;
  const { version, api, environment, environment_colour: colour = null } = read.data;
  return {
    version,
    api,
    fit: fitOf(api),
    environment: environment === undefined ? null : { name: environment, colour },
  };
}

/**
 * Compares a daemon's API version with the app's. Daemons of another version may lack endpoints or accept other values.
 */
function fitOf(api: string): ServerAbout['fit'] {
  const difference = weigh(api) - weigh(API_VERSION);
  if (difference === 0) return 'same';
  return difference < 0 ? 'older' : 'newer';
}

const weigh = (api: string) => {
  const [major = 0, minor = 0] = api.split('.').map(Number);
  return major * 10_000 + minor;
};
