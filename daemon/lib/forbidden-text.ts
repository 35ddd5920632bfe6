const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The daemon refuses NUL and lone surrogates everywhere, because databases and other programs read them differently.
 */
export const isForbiddenText = (text: string) => text.includes('\0') || LONE_SURROGATE.test(text);
