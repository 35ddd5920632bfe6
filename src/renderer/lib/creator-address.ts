// Where a creator's page stands. The import of creators has the address `creators/import`.

const TAKEN = /^~*import$/;

/** The part of an address that names a creator. */
export const segmentOfCreator = (creatorId: string) => (TAKEN.test(creatorId) ? `~${creatorId}` : creatorId);

export const creatorOfSegment = (segment: string) => (TAKEN.test(segment) ? segment.replace('~', '') : segment);
