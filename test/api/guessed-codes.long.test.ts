import { Agent } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { rawRequest } from '../support/servers/raw-request.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// Clients send a hundred thousand guessed codes while players redeem.

const GUESSES = 100_000;
const AT_ONCE = 64;

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
  await addCode(daemon, await runningCampaign(daemon), 'WELCOME');
});
afterAll(() => daemon?.close());

type Answers = Map<number, number>;

/** Returns the faults in the answers to these guesses. */
function faultsOf(answers: Answers, guesses: number): string[] {
  const of = (status: number) => answers.get(status) ?? 0;
  return [
    ...(of(200) > 0 ? [`${of(200)} hits`] : []),
    ...(of(429) < guesses * 0.99 ? [`only ${of(429)} of ${guesses} guesses limited`] : []),
    ...(of(429) + of(404) < guesses ? ['answers of another kind'] : []),
  ];
}

/**
 * Sends guesses from the users that `userOf` returns, each with a different forged address. A player redeems after
 * every 10,000 guesses.
 */
async function guess(guesses: number, userOf: (guess: number) => string): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const redeem = (user_id: string, code: string, from = '') =>
    rawRequest(daemon.url, {
      path: '/v1/redemption-codes/use/redeem',
      body: JSON.stringify({ user_id, code }),
      headers: { 'X-API-Key': daemon.serverKey, 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      agent,
    });
  const answers: Answers = new Map();
  let next = 0;
  const guesser = async () => {
    while (next < guesses) {
      next += 1;
      const mine = next;
      const { status } = await redeem(userOf(mine), `GUESS${mine}`, `10.0.${mine % 250}.${mine % 199}`);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (mine % 10_000 === 0) expect((await redeem(`player_${mine}`, 'WELCOME')).status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, guesser));
  agent.destroy();
  return answers;
}

it(`${GUESSES} guesses find no code, are refused, and do not delay other players`, { timeout: 300_000 }, async () => {
  expect(faultsOf(await guess(GUESSES, () => 'guesser'), GUESSES)).toEqual([]);
});

it('sabotage: the test notices that the limit fails if each guess comes from a different user', async () => {
  expect(faultsOf(await guess(1000, (at) => `guesser_${at}`), 1000)).toEqual(['only 0 of 1000 guesses limited']);
});
