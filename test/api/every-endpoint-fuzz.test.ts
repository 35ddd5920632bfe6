import fc from 'fast-check';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointName, endpointList } from '../../daemon/contract/contract.ts';
import { answersOf, type Endpoint, refusalsOf } from '../../daemon/contract/endpoint.ts';
import { amountOf, givenSeed } from '../support/amounts.ts';
import { type Input, inputsOf } from '../support/contract/arbitrary-input.ts';
import { undocumentedFields } from '../support/contract/undocumented-fields.ts';
import { addCode, addCreatorCode, runningCampaign } from '../support/http/campaigns.ts';
import { credentialsFor } from '../support/http/credentials.ts';
import { signedInAs } from '../support/http/staff.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// An endpoint responds to every input with a status and a body that the contract declares.

/**
 * The daemon parses inputs in the same way on both databases. Postgres gets fewer inputs, only to find those that its
 * data types reject.
 */
const RUNS = { sqlite: amountOf('REDEEMD_FUZZ_RUNS'), postgres: amountOf('REDEEMD_FUZZ_RUNS_POSTGRES') };
/** A generous time for one input. */
const RUN_MS = 200;
const SEED = givenSeed ?? 20_260_110;
/** The maximum number of inputs for the endpoints below, which hash a password per request. */
const SLOW = 12;
const slow: readonly string[] = ['signIn', 'setup', 'acceptInvitation', 'changePassword', 'disableTotp'];
const AT_ONCE = 8;
/** A 503 asks the client to retry, so only repeated 503s are a fault. */
const TRIES = 5;

interface Answered {
  status: number;
  type: string;
  text: string;
}

/** Returns the faults in a response; an empty list if it follows the contract. */
function faultsOf([name, entry]: [EndpointName, Endpoint], { status, type, text }: Answered): string[] {
  if (status >= 500) return [`status ${status}: ${text}`];
  if (status === 304 || (status < 300 && !type.startsWith('application/json'))) return [];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [`status ${status} without JSON: ${text.slice(0, 200)}`];
  }
  const unknown = undocumentedFields(name, status, body);
  if (unknown.length > 0) return [`fields that do not match the OpenAPI document: ${unknown} ${text.slice(0, 500)}`];
  if (status < 300) {
    const declared = answersOf(entry).filter((answer) => answer.status === status);
    if (declared.length === 0) return [`status ${status}, not ${entry.answer.status}`];
    const reads = declared.map(({ schema }) => schema.safeParse(body));
    const [wrong] = reads.some(({ success }) => success) ? [] : reads;
    return wrong ? [`an answer that does not fit the contract: ${wrong.error?.message} ${text.slice(0, 500)}`] : [];
  }
  if (!type.startsWith('application/problem+json')) return [`status ${status} as ${type}`];
  const { code, current } = body as { code: string; current?: unknown };
  if (!refusalsOf(entry).some((known) => known === code)) return [`${status} ${code}, which it does not declare`];
  if (code !== 'edit_conflict' || entry.current?.safeParse(current).success) return [];
  return [`an edit_conflict whose "current" does not fit the contract: ${text.slice(0, 500)}`];
}

/** An arbitrary version rarely matches, so the input is repeated with the version that the refusal names. */
function readAgain(input: Input, { status, text }: Answered): Input | null {
  if (status !== 409) return null;
  const { code, current } = JSON.parse(text);
  return code === 'edit_conflict' ? { ...input, body: { ...(input.body as object), version: current?.version } } : null;
}

async function send(url: string, headers: Record<string, string>, entry: Endpoint, input: Input): Promise<Answered> {
  const path = entry.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(pathPart(input.params[name])));
  const query = new URLSearchParams(Object.entries(input.query).filter((pair): pair is [string, string] => !!pair[1]));
  const hasBody = input.body !== undefined;
  // This file sends some 40,000 requests, and `fetch` would take a fifth of the test's time.
  const answer = await request(`${url}${path}?${query}`, {
    method: entry.method,
    headers: { ...headers, ...(hasBody ? { 'Content-Type': 'application/json' } : {}) },
    body: hasBody ? JSON.stringify(input.body) : null,
  });
  const type = answer.headers['content-type'];
  return { status: answer.statusCode, type: typeof type === 'string' ? type : '', text: await answer.body.text() };
}

/** A URL can contain neither a lone surrogate nor a part that would leave the path. */
const pathPart = (text = '') => (['', '.', '..'].includes(text) ? '1' : Buffer.from(text).toString());

async function fuzz(
  ask: (input: Input) => Promise<Answered>,
  name: EndpointName,
  entry: Endpoint,
  runs: number,
): Promise<string[]> {
  const numRuns = slow.includes(name) ? Math.min(runs, SLOW) : runs;
  const samples = fc.sample(inputsOf(entry), { numRuns, seed: SEED });
  // An endpoint that takes no input, or only an ID, has few different inputs.
  const inputs = [...new Map(samples.map((input) => [JSON.stringify(input), input])).values()];
  const faults: string[] = [];
  const worker = async () => {
    for (let input = inputs.pop(); input; input = inputs.pop()) {
      let answer = await ask(input);
      for (let again = 1; answer.status === 503 && again < TRIES; again += 1) answer = await ask(input);
      const found = faultsOf([name, entry], answer);
      const read = readAgain(input, answer);
      if (read) found.push(...faultsOf([name, entry], await ask(read)));
      faults.push(...found.map((fault) => `${name} ${JSON.stringify(input)}\n  ${fault}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return faults.slice(0, 5);
}

describe.each(['sqlite', 'postgres'] as const)(`every endpoint on %s, inputs of seed ${SEED}`, (database) => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'FUZZ-CODE');
    await addCode(daemon, campaignId, 'FUZZ-BASE', { use_as_referral: 'Y' });
    await addCreatorCode(daemon, 'creator_1', 'FUZZ-BASE');
  });
  afterAll(() => daemon?.close());

  it.each(endpointList)('%s', { timeout: Math.max(120_000, RUNS[database] * RUN_MS) }, async (name, entry) => {
    // Each endpoint gets a new owner: some endpoints change the account of the caller.
    const token = await signedInAs(daemon.db, 'owner');
    const headers = await credentialsFor({ ...daemon, ownerToken: token }, entry.access);
    expect(await fuzz((input) => send(daemon.url, headers, entry, input), name, entry, RUNS[database])).toEqual([]);
    await daemon.db.write(async ({ db, t }) => void (await db.update(t.organisation).set({ totp_required: false })));
  });
});

describe('sabotage', () => {
  it.each([
    ['an internal error', { status: 500, type: 'application/problem+json', text: '{}' }],
    ['an answer with a field of the wrong type', { status: 200, type: 'application/json', text: '{"data":1}' }],
    [
      'a refusal that the contract does not declare',
      { status: 418, type: 'application/problem+json', text: '{"code":"teapot"}' },
    ],
    [
      'a field that the document lacks',
      { status: 400, type: 'application/problem+json', text: '{"code":"invalid_request","more":1}' },
    ],
    ['a refusal that is not a problem document', { status: 400, type: 'text/html', text: '{}' }],
    ['no JSON', { status: 200, type: 'application/json', text: '<p>' }],
  ])('%s is reported', async (_, answer) => {
    const [name, entry] = endpointList.find(([known]) => known === 'listCampaigns') ?? [];
    if (!name || !entry) throw new Error('no such endpoint');
    expect(await fuzz(async () => answer, name, entry, 20)).toHaveLength(5);
  });
});
