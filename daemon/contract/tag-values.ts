/** The maximum number of tags of a campaign or code, and of characters of a tag. */
export const MAX_TAGS = 10;
export const MAX_TAG_LENGTH = 40;

/** Returns a tag as it is stored: trimmed, NFC, in lower case, so that spellings do not differ. */
export const normalizeTag = (typed: string) => typed.normalize().trim().toLowerCase();
