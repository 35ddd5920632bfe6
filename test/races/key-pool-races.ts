import { addCode } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import type { TestDaemon } from '../support/world/daemon.ts';
import { type Answer, type Racing, race } from './racing-daemons.ts';

// Races for the keys of a pool, and the function that finds the faults in their results.

export const CODES = ['STEAM-A', 'STEAM-B'];

/** Adds a pool of keys and two codes that take keys from it. @returns the keys */
export async function fillPool(daemon: TestDaemon, campaignId: number, count: number): Promise<Set<string>> {
  const { pool_id } = done(await daemon.owner.call('createKeyPool', { body: { name: 'Steam' } }));
  const keys = Array.from({ length: count }, (_, n) => `KEY-${String(n).padStart(5, '0')}`);
  done(await daemon.owner.call('addPoolKeys', { params: { pool_id }, body: { csv: keys.join('\n') } }));
  for (const code of CODES) await addCode(daemon, campaignId, code, { key_pool_id: pool_id });
  return new Set(keys);
}

export interface KeyFacts {
  keys: Set<string>;
  /** The keys that acknowledged claims returned. */
  given: string[];
  /** The keys that the repeated requests returned. */
  again: string[];
  /** Responses that contain neither a key nor the refusal of an empty pool. */
  strange: string[];
}

/**
 * Redeems two codes with three times as many racers as there are keys. The winners then repeat their requests.
 * @param atOnce the number of racers at the same time; all by default
 */
export async function raceForKeys(racing: Racing, count: number, atOnce = 3 * count): Promise<KeyFacts> {
  const keys = await fillPool(racing.first, racing.campaignId, count);
  const ask = (at: number, turn: number) =>
    racing.redeem(at + turn, `racer-${at}`, CODES[at % CODES.length] ?? '', `racer-${at}`);
  const answers: Answer[] = [];
  for (let from = 0; from < 3 * count; from += atOnce) answers.push(...(await race(atOnce, (at) => ask(from + at, 0))));
  const won = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []));
  const replays = await race(won.length, (n) => ask(won[n] ?? 0, 1));
  const strange = answers.filter(({ status, body }) => status !== 200 && body.code !== 'key_pool_empty');
  return { keys, given: won.map((at) => keyIn(answers[at])), again: replays.map(keyIn), strange: strange.map(told) };
}

export const keyIn = (answer: Answer | undefined): string => answer?.body.key?.value ?? `none in ${answer?.status}`;
export const told = ({ status, body }: Answer) => `${status} ${body.code}`;

export function judgeKeys({ keys, given, again, strange }: KeyFacts, due: number): string[] {
  const twice = given.length - new Set(given).size;
  const unknown = given.filter((key) => !keys.has(key)).length;
  const changed = given.filter((key, at) => again[at] !== key).length;
  return [
    ...(given.length === due ? [] : [`${given.length} keys instead of ${due}`]),
    ...(twice === 0 ? [] : [`${twice} keys handed out twice`]),
    ...(unknown === 0 ? [] : [`${unknown} responses without a key from the pool`]),
    ...(changed === 0 ? [] : [`${changed} replays with another key`]),
    ...strange,
  ];
}
