// The entry for `require`, without a bundler's wrapper.
import { DisableDataSettings } from './disable-data.ts';
import { GameEvents as EVENTS } from './events.ts';
import { EventsBaseURL } from './hosts.ts';

declare const exports: object;
Object.assign(exports, { __esModule: true, default: { EVENTS }, EVENTS, EventsBaseURL, DisableDataSettings });
