import { platform } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointName, endpointList } from '../../daemon/contract/contract.ts';
import { cpuOf, longestHoldOf } from '../support/contract/cpu-of.ts';
import {
  type ExpensiveBody,
  expensiveBodies,
  expensiveCsvs,
  expensiveEvents,
  ownFields,
} from '../support/contract/expensive-bodies.ts';
import { sendBody } from '../support/contract/send-body.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const MOST_CPU_MS = 30;
const LONGEST_HOLD_MS = 50;
/** `JSON.parse` alone takes up to this long for tens of thousands of different keys. */
const LONGEST_HOLD_OF_OWN_FIELDS_MS = 150;

describe.runIf(platform() === 'linux')('the most expensive bodies within the size limit', () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon();
  });
  afterAll(() => daemon?.close());

  // CSVs and large bodies are left out: the daemon reads a CSV in steps, and the large body of an import in a thread.
  const refusing = endpointList.filter(([, { body, csvBody, maxBodyBytes }]) => body && !csvBody && !maxBodyBytes);
  it.each(refusing)('are refused by %s with little CPU time', async (name, entry) => {
    for (const body of expensiveBodies(entry)) {
      let status = 0;
      const ms = await cpuOf(async () => {
        status = await sendBody(daemon, name, body);
      }, MOST_CPU_MS);
      // The daemon refuses SDK events one by one, in a response with status 200.
      expect([200, 400, 404, 409]).toContain(status);
      expect(ms, body.what).toBeLessThanOrEqual(MOST_CPU_MS);
    }
  });

  const held = (name: EndpointName, bodies: readonly ExpensiveBody[], mostMs: number) =>
    bodies.map((body) => ({ name, what: body.what, body, mostMs }));
  it.each([
    ...held('gameEvent', expensiveEvents, LONGEST_HOLD_MS),
    ...held('gameEvent', ownFields, LONGEST_HOLD_OF_OWN_FIELDS_MS),
    ...held('importCreators', expensiveCsvs, LONGEST_HOLD_MS),
  ])('do not let $name block other requests: $what', async ({ name, body, mostMs }) => {
    let status = 0;
    const ms = await longestHoldOf(async () => {
      status = await sendBody(daemon, name, body);
    }, mostMs);
    expect(status).toBeLessThan(500);
    expect(ms).toBeLessThanOrEqual(mostMs);
  });
});
