import { personId } from '../contract/fields.ts';

/** The creator ID of the live-operations manager, to whom the main codes belong. */
const MANAGER_ID = '0';

export const isCreatorId = (creatorId: string) => creatorId !== MANAGER_ID && personId.safeParse(creatorId).success;
