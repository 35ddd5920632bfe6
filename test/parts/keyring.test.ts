import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openDatabase } from '../../daemon/db/open.ts';
import { createKeyring } from '../../daemon/http/keyring.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';

it('a keyring finds no key while the database does not respond, and leaves no rejection unhandled', async () => {
  const fresh = await testDatabase('sqlite', { isMigrated: true });
  const db = await openDatabase(fresh.url, { exclusive: true });
  const keyring = createKeyring(db, silentLog);
  const key = `sk_${'A'.repeat(43)}`;
  expect(await keyring.find(key, NOW)).toBeNull();
  keyring.invalidate();
  await db.close();
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  await expect(keyring.find(key, NOW)).rejects.toThrow('unavailable');
  await setImmediate();
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  keyring.stop();
  await fresh.drop();
});
