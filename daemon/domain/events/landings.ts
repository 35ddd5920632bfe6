/** The type of the event with which the SDK starts a session. */
export const LANDING_TYPE = 'session_created';

/** Returns whether an event is a landing: the start of a session through a referral link. */
export const isLanding = (event: { event_type: string; referral_link: string | null }): boolean =>
  event.event_type === LANDING_TYPE && event.referral_link !== null;
