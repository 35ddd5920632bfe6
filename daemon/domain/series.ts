/** Campaign 0 stands for all campaigns together in the series. */
export const WHOLE_ORGANISATION = 0;
