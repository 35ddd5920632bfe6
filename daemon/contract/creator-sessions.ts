import { CREATOR_SESSIONS } from './endpoint.ts';

/** Reading one's own data, also in a frame and for staff who look at the page. */
export const ownRead = { kind: 'creator', sessions: CREATOR_SESSIONS } as const;
/** Changes, which staff who look at the page cannot make. */
export const ownChange = { kind: 'creator', sessions: ['page', 'embed'] } as const;
/** Changes of how the creator is reached and paid, which a frame on another page cannot make. */
export const ownAccount = { kind: 'creator', sessions: ['page'] } as const;
