// `creators/import` is the address of the import, so a creator with such an ID needs another one.

const TAKEN = /^~*import$/;

/** Returns the part of an address that identifies a creator. */
export const segmentOfCreator = (creatorId: string) => (TAKEN.test(creatorId) ? `~${creatorId}` : creatorId);

export const creatorOfSegment = (segment: string) => (TAKEN.test(segment) ? segment.replace('~', '') : segment);
