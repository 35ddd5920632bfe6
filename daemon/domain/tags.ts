/** Returns the stored form of tags, a JSON array; null if there are no tags. */
export const tagsText = (tags: readonly string[]): string | null => (tags.length === 0 ? null : JSON.stringify(tags));

/** Reads tags from their stored form. */
export const parseTags = (text: string | null): string[] => (text === null ? [] : (JSON.parse(text) as string[]));
