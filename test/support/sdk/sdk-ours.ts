import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureSdk, PUBLIC_URL_MARK, sdkFolder } from '../../../build/sdk-build.mjs';
import type { SdkClient } from './sdk-stage.ts';

const GAME = 'scenario_game';

/** Returns the client of `service-sdk`, as a daemon at this address serves it. */
export async function ourClient(key: string): Promise<SdkClient> {
  ensureSdk();
  const build = readFileSync(join(sdkFolder, 'service-sdk.daemon.js'), 'utf8');
  return {
    name: 'service-sdk',
    script: (address) => `${build.replaceAll(PUBLIC_URL_MARK, address)}
      ;{
        const { default: { EVENTS }, EventsBaseURL } = ServiceSDK;
        const events = new EVENTS(${JSON.stringify(key)}, '${GAME}', EventsBaseURL.EVENTS_PROD);
        const started = events.startSession();
        const oneOf = (mark) => ({ game_id: '${GAME}', event_type: 'scenario',
          event: { event_sub_type: 'made', event_details: { mark } } });
        globalThis.client = { events, started, send: (mark) => events.createEvent([oneOf(mark)]) };
      }`,
  };
}
