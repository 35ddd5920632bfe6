import { afterEach, describe, expect, test } from 'vitest';
import { leaveOut } from '../support/faults/sabotage.ts';
import type { DatabaseKind } from '../support/world/daemon.ts';
import { judgeKeys, raceForKeys } from './key-pool-races.ts';
import { type Racing, startRacing } from './racing-daemons.ts';

// Every key is handed out once and none is lost, even with several codes and daemons.
const FIELDS: [DatabaseKind, number][] = [
  ['sqlite', 1],
  ['postgres', 3],
];
const PATIENCE = 120_000;
const KEYS = 300;
/** This many keys are enough to notice the effect of sabotage. */
const FEW = 30;
/** The racers start in groups, because a daemon can handle a whole group in one batch, and a batch has no race. */
const GROUP = 10;

describe.each(FIELDS)('on %s, daemons: %i', (kind, count) => {
  let racing: Racing;
  afterEach(() => racing?.close());

  test(
    '900 racers with two codes get 300 keys, each once; a replay gets the same key',
    async () => {
      racing = await startRacing(kind, count);
      expect(judgeKeys(await raceForKeys(racing, KEYS), KEYS)).toEqual([]);
    },
    PATIENCE,
  );

  test(
    'sabotage: keys that are not marked as used are noticed',
    async () => {
      racing = await startRacing(kind, count, { booksMayDiffer: true });
      await leaveOut(racing.url, { table: 'pool_keys', by: 'update of claim_id' });
      const faults = judgeKeys(await raceForKeys(racing, FEW, GROUP), FEW);
      expect(faults).toContainEqual(expect.stringMatching(/^\d+ keys handed out twice$/));
    },
    PATIENCE,
  );
});
