import { expect, test } from 'vitest';
import { testDatabase } from '../support/world/daemon.ts';
import { dieAtEachPoint, judgeDeaths, type Play } from './payout-kills.ts';

// With the real clock, daemons are killed at each step of a payout run, which must end within a minute. The heir, which
// continues the run, is the killed daemon after a restart, or another one that was running the whole time.
const CREATORS = 250;
const PLAYS: ['sqlite' | 'postgres', Play['asked'], Play['heir']][] = [
  ['sqlite', 'manual', 'itself'],
  ['sqlite', 'monthly', 'itself'],
  ['postgres', 'monthly', 'itself'],
  ['postgres', 'manual', 'another'],
];

test.each(PLAYS)(
  '%s: a %s run is continued after each kill (heir: %s)',
  { timeout: 1_800_000 },
  async (kind, asked, heir) => {
    const storage = await testDatabase(kind);
    const deaths = await dieAtEachPoint({ storage, asked, heir, creators: CREATORS });
    expect(deaths.length).toBeGreaterThan(8);
    expect(judgeDeaths(deaths, CREATORS)).toEqual([]);
    await storage.drop();
  },
);
