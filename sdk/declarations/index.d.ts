import { GameEvents } from './events.ts';
export { DisableDataSettings } from './disable-data.ts';
export { GameEvents as EVENTS } from './events.ts';
export { EventsBaseURL } from './hosts.ts';
export type { AnyTaxonomy, AppDetails, Consent, DropReason, GameEvent, Options, SentEvent, UserDetails, } from './types.ts';
declare const _default: {
    EVENTS: typeof GameEvents;
};
export default _default;
