/** The campaign ID under which the series have the sums of all campaigns. */
export const WHOLE_ORGANISATION = 0;
