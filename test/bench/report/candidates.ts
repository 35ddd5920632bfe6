import { load } from '../bench-daemon.ts';
import { payments, sdkEvents } from '../event-bodies.ts';
import { CODES, MANY } from './bench-codes.ts';
import {
  type Candidate,
  DATABASES,
  EXPRESS,
  echoTarget,
  free,
  LIBRARIES,
  limited,
  type Round,
  redeemOf,
  request,
  run,
  runRedeem,
} from './candidate.ts';
import { limits } from './limits.ts';
import { countCpu } from './run-load.ts';

const redeems: Candidate[] = DATABASES.flatMap((database): Candidate[] => [
  {
    id: redeemOf(database),
    name: `redeemd, ${database}, 200 codes`,
    group: 'redeem',
    ...request,
    isOurs: true,
    needs: [EXPRESS],
    measure: (round) => runRedeem(round, database, free(MANY)),
  },
  {
    id: `limited ${database}`,
    name: `redeemd, ${database}`,
    group: 'teams',
    ...request,
    isOurs: true,
    needs: [EXPRESS],
    measure: (round) => runRedeem(round, database, limited(MANY)),
  },
]);

const teams: Candidate[] = DATABASES.flatMap((database) =>
  LIBRARIES.map(
    (library): Candidate => ({
      id: `${library} ${database}`,
      name: `Express and ${library}, ${database}`,
      group: 'teams',
      ...request,
      needs: [EXPRESS, `limited ${database}`],
      measure: async (round) => run(round, await round.servers.naive(library, database), limited(MANY)),
    }),
  ),
);

const SPREADS = [
  ['even', 'even, 10,000 codes', CODES, 'even'],
  ['zipf', 'Zipf, 10,000 codes', CODES, 'zipf'],
  ['hot', 'one hot code', 1, 'even'],
] as const;

const codes: Candidate[] = DATABASES.flatMap((database) =>
  [
    ['FREE-', ''],
    ['LIMIT-', ', with a limit'],
  ].flatMap(([prefix = '', suffix = '']) =>
    SPREADS.map(
      ([id, name, count, spread]): Candidate => ({
        id: `${id}${suffix} ${database}`,
        name: `${database}: ${name}${suffix}`,
        group: 'codes',
        ...request,
        isOurs: true,
        needs: [`even ${database}`],
        measure: (round) => runRedeem(round, database, { prefix, count, spread }),
      }),
    ),
  ),
);

const EVENTS = [
  ['payments', payments],
  ['SDK events', sdkEvents],
] as const;
const PER_REQUEST = 1000;
/** A busy machine may not respond to eight such requests in one second. */
const LEAST_SECONDS = 3;

const events: Candidate[] = DATABASES.flatMap((database) =>
  EVENTS.map(
    ([name, body]): Candidate => ({
      id: `${name} ${database}`,
      name: `${database}: ${name}, 1,000 per request`,
      group: 'events',
      unit: 'events/s',
      isOurs: true,
      needs: [`insert ${database}`, `rows of ${name} ${database}`],
      measure: async (round) => {
        const { daemon, server } = await round.servers.redeemd(database);
        const headers = { 'x-api-key': daemon.key };
        const seconds = Math.max(LEAST_SECONDS, round.seconds);
        const send = async () =>
          PER_REQUEST * (await load(`${daemon.url}/v1/game/game-event`, { headers, body, seconds, connections: 8 }));
        const { result: rate, cpu } = await countCpu(server, send, (sent) => sent * seconds);
        return { rate, cpu: { ...cpu, load: null } };
      },
    }),
  ),
);

const STEADY = [0.5, 0.8];
const times: Candidate[] = [
  ...DATABASES.flatMap((database) =>
    STEADY.map(
      (part): Candidate => ({
        id: `at ${part} ${database}`,
        name: `redeemd, ${database}`,
        group: 'times',
        ...request,
        isOurs: true,
        needs: [redeemOf(database)],
        measure: (round) => runRedeem(round, database, free(MANY), part * rateOf(round, redeemOf(database))),
      }),
    ),
  ),
  {
    id: 'at 0.8 echo',
    name: 'Express echo',
    group: 'times',
    ...request,
    needs: [EXPRESS],
    measure: async (round) =>
      run(round, echoTarget(await round.servers.echo('express')), free(MANY), 0.8 * rateOf(round, EXPRESS)),
  },
];

function rateOf({ measured }: Round, id: string): number {
  const figure = measured[id];
  if (!figure) throw new Error(`${id} was not measured before`);
  return figure.rate;
}

/** The steady loads are measured last, because they depend on the capacities of the same repeat. */
export const CANDIDATES = { capacities: [...limits, ...redeems, ...teams, ...codes, ...events], times };
