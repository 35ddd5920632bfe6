/** The limits of conditions and of the attributes that they check. */
export const MOST_CONDITIONS = 10;
/** The maximum number of values in a `one_of` condition. */
export const MOST_VALUES = 100;
export const MOST_TEXT = 255;
export const MOST_ATTRIBUTES = 32;
export const MOST_ATTRIBUTE_BYTES = 4096;
export const ATTRIBUTE_NAME = /^[A-Za-z0-9_.]{1,64}$/;
