import type { Database } from '../db/database.ts';
import { addKeys } from '../features/key-pools/add-keys.ts';
import { createPool } from '../features/key-pools/change-pool.ts';
import { createChance } from './chance.ts';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const KEYS = 60;

/** Creates a pool of keys that the organisation is going to give away. */
export async function makeKeyPool(db: Database, staffId: number, at: number): Promise<void> {
  const chance = createChance(1);
  const { secretKey } = db.keys;
  if (!secretKey) throw new Error('The demo requires a secret key for its key pool');
  const { pool_id: poolId } = await createPool(db, staffId, { name: 'Soundtrack on Steam', low_stock: 20 }, at);
  const part = () => Array.from({ length: 5 }, () => LETTERS[chance.whole(0, LETTERS.length - 1)]).join('');
  const keys = Array.from({ length: KEYS }, () => [part(), part(), part()].join('-'));
  await addKeys({ db, secretKey, poolId }, keys.join('\n'), { staffId, onlyValid: false, now: at });
}
