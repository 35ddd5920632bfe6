import { failOn } from '../support/faults/sabotage.ts';
import { addCode, addCreatorCode } from '../support/http/campaigns.ts';
import { type Answer, type Racing, race } from './racing-daemons.ts';

// Races that collect facts, and judges that find the faults in them.

const AT_ONCE = 500;

interface LimitFacts {
  limit: number;
  /** By code: the numbers of acknowledged and of stored claims, and the statuses of the other responses. */
  codes: Map<string, { acknowledged: number; stored: number; others: Set<number> }>;
}

/** Creates codes with the same limit, and lets this many users redeem each of them, `AT_ONCE` at a time. */
export async function raceForLimits(
  racing: Racing,
  codes: string[],
  limit: number,
  users: number,
): Promise<LimitFacts> {
  for (const code of codes) await addCode(racing.first, racing.campaignId, code, { usage_limit: limit });
  const runners = codes.flatMap((code) => Array.from({ length: users }, (_, n) => ({ code, user: `${code} ${n}` })));
  const facts: LimitFacts = { limit, codes: new Map() };
  for (const code of codes) facts.codes.set(code, { acknowledged: 0, stored: 0, others: new Set() });
  for (let from = 0; from < runners.length; from += AT_ONCE) {
    const wave = runners.slice(from, from + AT_ONCE);
    const answers = await Promise.all(wave.map(({ code, user }, at) => racing.redeem(at, user, code)));
    for (const [at, { status, body }] of answers.entries()) {
      const seen = facts.codes.get(wave[at]?.code ?? '');
      if (!seen) continue;
      if (status === 200) seen.acknowledged += 1;
      else if (body.code !== 'limit_reached') seen.others.add(status);
    }
  }
  for (const { code } of await racing.claims()) {
    const seen = facts.codes.get(code);
    if (seen) seen.stored += 1;
  }
  return facts;
}

export function judgeLimits({ limit, codes }: LimitFacts): string[] {
  return [...codes].flatMap(([code, { acknowledged, stored, others }]) => [
    ...(acknowledged === limit ? [] : [`${code}: ${acknowledged} acknowledged instead of ${limit}`]),
    ...(stored === limit ? [] : [`${code}: ${stored} stored instead of ${limit}`]),
    ...[...others].map((status) => `${code}: a response with ${status}`),
  ]);
}

/** A hundred simultaneous requests can all be in one batch, so one more request follows, after the claim is stored. */
async function hundredAndOne(racer: (at: number) => Promise<Answer>): Promise<Answer[]> {
  return [...(await race(100, racer)), await racer(100)];
}

interface OneUserFacts {
  answers: Answer[];
  claims: string[];
  links: number;
  /** The number of links that must exist. */
  linksDue: number;
}

/** Lets one user redeem 100 times at once and then once more, with the codes in turn. */
async function raceOfOneUser(racing: Racing, userId: string, codes: string[], linksDue: number): Promise<OneUserFacts> {
  // The code changes after every third request, so with two codes, each of three daemons gets requests for both.
  const answers = await hundredAndOne((at) =>
    racing.redeem(at, userId, codes[Math.floor(at / 3) % codes.length] ?? ''),
  );
  const claims = (await racing.claims()).filter((claim) => claim.userId === userId).map((claim) => claim.claimId);
  return { answers, claims, links: await racing.links(userId), linksDue };
}

export async function raceForOneCode(racing: Racing): Promise<OneUserFacts> {
  await addCode(racing.first, racing.campaignId, 'ONE-CLAIM');
  return await raceOfOneUser(racing, 'solo', ['ONE-CLAIM'], 0);
}

export async function raceForTwoCreators(racing: Racing): Promise<OneUserFacts> {
  await addCode(racing.first, racing.campaignId, 'PAIR', { use_as_referral: 'Y' });
  const ann = await addCreatorCode(racing.first, 'ann', 'PAIR');
  const ben = await addCreatorCode(racing.first, 'ben', 'PAIR');
  return await raceOfOneUser(racing, 'torn', [ann.code, ben.code], 1);
}

export function judgeOneUser({ answers, claims, links, linksDue }: OneUserFacts): string[] {
  const acknowledged = answers.filter(({ status }) => status === 200);
  const linked = acknowledged.filter(({ body }) => body.linked).length;
  const elsewhere = answers.filter(({ body }) => body.redemption_id !== claims[0]).length;
  const unlike = answers.filter(({ status, body }) => status !== 200 && body.code !== 'already_redeemed').length;
  return [
    ...(acknowledged.length === 1 ? [] : [`${acknowledged.length} claims acknowledged`]),
    ...(claims.length === 1 ? [] : [`${claims.length} claims stored`]),
    ...(linked === linksDue ? [] : [`${linked} links acknowledged`]),
    ...(links === linksDue ? [] : [`${links} links stored`]),
    ...(elsewhere === 0 ? [] : [`${elsewhere} responses name another claim`]),
    ...(unlike === 0 ? [] : [`${unlike} refused for another reason`]),
  ];
}

interface OneKeyFacts {
  answers: Answer[];
  effects: number;
  /** The result of a request with the same key and another body, and the expected result. */
  other: string;
  otherDue: string;
  /** The number of responses that must be marked as a replay. */
  replaysDue: number;
}

const resultOf = ({ status, body }: Answer): string => (status === 200 ? 'ok' : body.code);

export async function raceWithOneKey(racing: Racing): Promise<OneKeyFacts> {
  await addCode(racing.first, racing.campaignId, 'KEYED');
  const answers = await hundredAndOne((at) => racing.redeem(at, 'keyed', 'KEYED', 'the-one'));
  const other = await racing.redeem(0, 'player_x', 'KEYED', 'the-one');
  const effects = (await racing.claims()).filter(({ code }) => code === 'KEYED').length;
  return { answers, effects, other: resultOf(other), otherDue: 'idempotency_mismatch', replaysDue: 100 };
}

/** For payments, the ID of the request is the idempotency key. */
export async function racePaymentsWithOneId(racing: Racing): Promise<OneKeyFacts> {
  const answers = await hundredAndOne((at) => racing.pay(at, 'the-one', 'payer', 5));
  const other = await racing.pay(0, 'the-one', 'payer', 6);
  const effects = await racing.payments('payer');
  return { answers, effects, other: resultOf(other), otherDue: 'duplicate_request', replaysDue: 0 };
}

export function judgeOneKey({ answers, effects, other, otherDue, replaysDue }: OneKeyFacts): string[] {
  const failed = answers.filter(({ status }) => status !== 200).length;
  const bodies = new Set(answers.map(({ body }) => JSON.stringify(body))).size;
  const replays = answers.filter(({ replayed }) => replayed).length;
  return [
    ...(effects === 1 ? [] : [`${effects} effects`]),
    ...(failed === 0 ? [] : [`${failed} of ${answers.length} refused`]),
    ...(bodies === 1 ? [] : [`${bodies} different responses`]),
    ...(replays === replaysDue ? [] : [`${replays} replays`]),
    ...(other === otherDue ? [] : [`another body gets ${other}`]),
  ];
}

interface AfterFaultFacts {
  failed: number;
  again: number;
}

/** Sends a request that fails because of a database fault, and sends it again once the fault is gone. */
export async function retryAfterFault(
  racing: Racing,
  code: string,
  meanwhile = async () => {},
): Promise<AfterFaultFacts> {
  await addCode(racing.first, racing.campaignId, code);
  const redeem = async () => (await racing.redeem(0, 'unlucky', code, `key of ${code}`)).status;
  const mend = await failOn(racing.url, { table: 'claims', when: "new.user_id = 'unlucky'" });
  const failed = await redeem();
  await mend();
  await meanwhile();
  return { failed, again: await redeem() };
}

export function judgeAfterFault({ failed, again }: AfterFaultFacts): string[] {
  return [
    ...(failed >= 500 ? [] : [`the response to the fault was ${failed}`]),
    ...(again === 200 ? [] : [`after the repair, the response was ${again}`]),
  ];
}
