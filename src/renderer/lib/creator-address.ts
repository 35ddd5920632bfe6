// The address `creators/import` opens the import screen, so the address of a creator with the ID `import` is
// `creators/~import`.

const TAKEN = /^~*import$/;

/** Returns the part of an address that identifies a creator. */
export const segmentOfCreator = (creatorId: string) => (TAKEN.test(creatorId) ? `~${creatorId}` : creatorId);

export const creatorOfSegment = (segment: string) => (TAKEN.test(segment) ? segment.replace('~', '') : segment);
