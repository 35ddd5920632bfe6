import type { Database } from '../../db/database.ts';
import { getOrganisation } from './settings-store.ts';

export const parseOrigins = (text: string): string[] => JSON.parse(text) as string[];

/** Returns the origins whose pages may show the creator page in a frame. */
export const readFrameOrigins = async (db: Database): Promise<string[]> =>
  parseOrigins((await db.read(getOrganisation)).creator_frame_origins);
