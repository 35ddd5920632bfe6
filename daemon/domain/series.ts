/** The campaign ID under which the series contain the sums across all campaigns. */
export const WHOLE_ORGANISATION = 0;
