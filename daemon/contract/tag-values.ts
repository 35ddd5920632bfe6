/** The maximum number of tags on a campaign or code, and of characters in a tag. */
export const MAX_TAGS = 10;
export const MAX_TAG_LENGTH = 40;

/** Returns a tag as it is stored: trimmed, NFC and in lower case, so that different spellings are equal. */
export const normalizeTag = (typed: string) => typed.normalize().trim().toLowerCase();
