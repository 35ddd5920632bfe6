const LONE_SURROGATE = /\p{Surrogate}/u;

/** NUL and lone surrogates are refused everywhere: databases and other programs read them each in their own way. */
export const isForbiddenText = (text: string) => text.includes('\0') || LONE_SURROGATE.test(text);
