// The entry of the build for <script src>, which sets one global without a bundler's wrapper.
import { DisableDataSettings } from './disable-data.ts';
import { GameEvents as EVENTS } from './events.ts';
import { EventsBaseURL } from './hosts.ts';

Object.assign(globalThis, { ServiceSDK: { default: { EVENTS }, EVENTS, EventsBaseURL, DisableDataSettings } });
