import { CREATOR_SESSIONS } from './endpoint.ts';

/** Access to a creator's own data, including in a frame and for staff who view the page. */
export const ownRead = { kind: 'creator', sessions: CREATOR_SESSIONS } as const;
/** Access to changes, which staff who view the page cannot make. */
export const ownChange = { kind: 'creator', sessions: ['page', 'embed'] } as const;
/** Access to changes to how the creator is contacted and paid, which cannot be made in a frame on another page. */
export const ownAccount = { kind: 'creator', sessions: ['page'] } as const;
