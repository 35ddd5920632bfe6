import { appendFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { amountOf } from '../support/amounts.ts';
import { type Cluster, startCluster, type Way } from '../support/cluster/patroni-cluster.ts';
import { whyNoCluster } from '../support/cluster/programs.ts';
import { drill, FAULTS, type FaultName } from './patroni-drill.ts';
import { drillTable, figuresOf, judgeDrill, type RoundFigures } from './patroni-drill-rules.ts';

// docs/drill.md lists the variables that make the drill smaller, and explains its result. patroni-drill-rules.test.ts
// tests the judge.

const ROUNDS = amountOf('REDEEMD_DRILL_ROUNDS');
const faults = listOf('REDEEMD_DRILL_FAULTS', Object.keys(FAULTS) as FaultName[]);
const ways = listOf<Way>('REDEEMD_DRILL_WAYS', ['haproxy', 'hosts']);
const ROUND_MS = 180_000;

const why = whyNoCluster();
const figures: RoundFigures[] = [];

describe.skipIf(why !== null)(`three nodes under Patroni${why === null ? '' : ` (skipped: ${why})`}`, () => {
  afterAll(() => {
    const table = drillTable(figures);
    console.log(table);
    if (process.env.REDEEMD_DRILL_TABLE) appendFileSync(process.env.REDEEMD_DRILL_TABLE, table);
  });

  test.for(ways)(
    'by %s: nothing acknowledged is lost, and the daemons continue',
    {
      timeout: ROUND_MS * (1 + ROUNDS * faults.length),
    },
    async (way) => {
      const played = Array.from({ length: ROUNDS }, () => faults).flat();
      const facts = await onCluster((cluster) => drill(cluster, { way, faults: played }));
      figures.push(...figuresOf(facts));
      expect(judgeDrill(facts)).toEqual([]);
      expect(facts.rounds).toHaveLength(played.length);
      expect(facts.load.acknowledged.length).toBeGreaterThan(100 * played.length);
    },
  );

  test('sabotage: daemons whose commits do not wait for the standby lose what they acknowledged', {
    timeout: 2 * ROUND_MS,
  }, async () => {
    const query = '?options=-c%20synchronous_commit%3Dlocal';
    const facts = await onCluster((cluster) =>
      drill(cluster, { way: 'haproxy', faults: ['cut off from its peers'], query }),
    );
    expect(judgeDrill(facts)).toContainEqual(expect.stringMatching(/^\d+ acknowledged and lost$/));
  });
});

function listOf<T extends string>(name: string, all: T[]): T[] {
  return (process.env[name]?.split(',') as T[] | undefined) ?? all;
}

async function onCluster<T>(play: (cluster: Cluster) => Promise<T>): Promise<T> {
  const cluster = await startCluster();
  try {
    return await play(cluster);
  } finally {
    cluster.close();
  }
}
