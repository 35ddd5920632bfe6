// Compares service-sdk with other SDKs from npm in the same scenarios and run (`npm run bench -- --sdk`). `--only=NAME`
// (a part of an SDK's name) and `--scenario=NAME` limit the run. `--count=N` sets the number of events (default: 100).
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openSqliteFile } from '../../daemon/db/sqlite/sqlite-library.ts';
import { ourClient } from '../support/sdk/sdk-ours.ts';
import { BACKLOG, backlogOf, scenarios } from '../support/sdk/sdk-scenarios.ts';
import { type Outcome, play, type Scenario, type SdkClient, type SdkReceiver } from '../support/sdk/sdk-stage.ts';
import { longestTaskWithoutSdk, timeCalls } from '../support/sdk/sdk-timing.ts';
import { startDaemon } from './bench-daemon.ts';
import { bundlePeers, type Peer } from './sdk-peers.ts';
import { startSink } from './sdk-sink.ts';

interface Contestant {
  client: SdkClient;
  gzippedBytes: number;
  version: string;
  receiver: SdkReceiver;
  stop(): Promise<void>;
}

// `process.exit` also ends the browsers.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const argument = (name: string) => process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = argument('only');
const count = Number(argument('count') ?? 100);
/** Some SDKs load their settings first, and players do not create events the moment a page opens. */
const WARM_UP_MS = 1000;
const isWanted = (name: string) => only === undefined || name.includes(only);
const isInHand = ({ name }: Scenario) => name.includes(argument('scenario') ?? '');

async function ours(): Promise<Contestant> {
  const daemon = await startDaemon('sqlite');
  const page = { name: 'pages', kind: 'client' };
  const { key } = await daemon.staff<{ key: string }>('POST', '/v1/admin/api-keys', page);
  const database = openSqliteFile(join(daemon.folder, 'redeem.db'), { readonly: true });
  const marks = database.prepare<[], { mark: string }>(
    `select json_extract(payload, '$.event.event_details.mark') as mark from sdk_events where event_type = 'scenario'`,
  );
  const { version } = JSON.parse(readFileSync('sdk/package.json', 'utf8'));
  return {
    client: await ourClient(key),
    version,
    gzippedBytes: gzipSync(readFileSync('sdk/dist/service-sdk.iife.js'), { level: 9 }).length,
    receiver: { url: daemon.url, stored: async () => marks.all() },
    async stop() {
      database.close();
      await daemon.stop();
    },
  };
}

async function another(peer: Peer): Promise<Contestant> {
  const sink = await startSink(peer);
  return { client: peer, version: peer.version, gzippedBytes: peer.gzippedBytes, receiver: sink, stop: sink.close };
}

async function contest(scenario: Scenario, { client, receiver }: Contestant): Promise<Outcome> {
  const outcome = await play(scenario, { client, receiver, count, warmUpMs: WARM_UP_MS, makesOneMore: true });
  console.error(
    `${scenario.name}, ${client.name}: ${outcome.lost.length} of ${outcome.made} lost (${outcome.lostResolved.length} of ${outcome.resolved} resolved), ${outcome.duplicates.length} twice ${JSON.stringify(outcome.figures)}`,
  );
  return outcome;
}

const contestants = [...(isWanted('service-sdk') ? [await ours()] : [])];
for (const peer of await bundlePeers(isWanted)) contestants.push(await another(peer));

const number = (value: number) => value.toLocaleString('en');
const told = ({ lost, made, duplicates, figures }: Outcome) =>
  [
    `${number(lost.length)} of ${number(made)}, ${number(duplicates.length)}`,
    ...(figures.requestsIn503 === undefined ? [] : [`requests: ${figures.requestsIn503}`]),
    ...(figures.insideRetryAfter === undefined ? [] : [`inside Retry-After: ${figures.insideRetryAfter}`]),
  ].join('; ');
const rows: string[][] = [];
for (const scenario of Object.values(scenarios).filter(isInHand)) {
  // The SDKs run at the same time, because they spend most of their time waiting.
  const outcomes = await Promise.all(contestants.map((contestant) => contest(scenario, contestant)));
  rows.push([scenario.name, ...outcomes.map(told)]);
}
const backlog = backlogOf(BACKLOG);
if (isInHand(backlog)) {
  const alone = number(Math.round(await longestTaskWithoutSdk(backlog)));
  const outcomes: Outcome[] = [];
  for (const contestant of contestants) outcomes.push(await contest(backlog, contestant));
  rows.push([backlog.name, ...outcomes.map(told)]);
  rows.push([
    `longest task during the backlog (no SDK: ${alone} ms)`,
    ...outcomes.map(({ figures }) => `${number(Math.round(figures.longestTask))} ms`),
  ]);
}
const callTimes: string[] = [];
for (const contestant of contestants) callTimes.push(await callTime(contestant));
rows.push(['a call, median', ...callTimes]);
rows.push(['gzipped size', ...contestants.map(({ gzippedBytes }) => `${(gzippedBytes / 1024).toFixed(1)} KiB`)]);

async function callTime({ client, receiver }: Contestant): Promise<string> {
  return `${(await timeCalls(client, receiver, 200)).toFixed(2)} ms`;
}

console.log(
  `\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.version}, ${count} events each: lost of all calls, stored twice\n`,
);
console.log(`| scenario | ${contestants.map(({ client, version }) => `${client.name} ${version}`).join(' | ')} |`);
console.log(`|---|${contestants.map(() => '---|').join('')}`);
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
for (const { stop } of contestants) await stop();
