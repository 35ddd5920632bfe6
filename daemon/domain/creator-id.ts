import { personId } from '../contract/fields.ts';

/** The live-operations manager, who owns the main codes. */
const MANAGER_ID = '0';

export const isCreatorId = (creatorId: string) => creatorId !== MANAGER_ID && personId.safeParse(creatorId).success;
