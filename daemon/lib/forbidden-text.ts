const LONE_SURROGATE = /\p{Surrogate}/u;

/** Returns whether text contains NUL or a lone surrogate, which databases and other programs read in different ways. */
export const isForbiddenText = (text: string) => text.includes('\0') || LONE_SURROGATE.test(text);
