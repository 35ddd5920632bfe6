import { credentialsFor } from '../http/credentials.ts';
import { PUBLIC_URL } from '../http/passkeys.ts';
import { signedInAs } from '../http/staff.ts';
import { done } from '../http/test-client.ts';
import { LOOPBACK_OPEN } from '../http/webhooks.ts';
import { startReceiver } from '../servers/receiver.ts';
import { startMailServer } from '../servers/smtp.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon } from '../world/daemon.ts';
import { runSql } from '../world/sql.ts';
import { declaredReads, type Read } from './declared-reads.ts';
import { fillTables } from './fill-tables.ts';
import { FILLED } from './filled-rows.ts';
import { type Played, playCreators, playDelivery, playGame, playJobs, playStaff } from './play-writes.ts';
import { type Asked, recordStatements } from './record-statements.ts';

export interface Everything {
  url: string;
  asked: Asked[];
  close(): Promise<void>;
}

/** Records the statements of a game's requests on SQLite, where plans are the same even if the tables are empty. */
export const playHotPaths = (): Promise<Everything> => recorded('sqlite', {}, playGame);

/** Records the statements of all kinds of requests, of deliveries and of jobs, on a daemon with large tables. */
export async function playEverything(database: DatabaseKind): Promise<Everything> {
  const receiver = await startReceiver();
  const mails = await startMailServer();
  const mail = { REDEEMD_SMTP_URL: mails.url, REDEEMD_MAIL_FROM: 'no-reply@game.example' };
  try {
    return await recorded(database, { ...LOOPBACK_OPEN, ...mail }, async (played, pass) => {
      const url = played.daemon.databaseUrl;
      await fillTables(url, database, Date.now());
      if (database === 'postgres') await runSql(url, 'vacuum analyze');
      await playGame(played);
      await playDelivery(played, receiver);
      await playStaff(played);
      await playCreators(played);
      await playReads(played, declaredReads());
      await playTrial(played);
      await playLimitedReads(played, declaredReads());
      await playJobs(played, pass);
    });
  } finally {
    await Promise.all([receiver.close(), mails.close()]);
  }
}

type Pass = (ms: number) => void;

/** Records statements until the work ends. The daemon runs until `close`. */
async function recorded(
  database: DatabaseKind,
  env: Record<string, string>,
  play: (played: Played, pass: Pass) => Promise<void>,
): Promise<Everything> {
  const recording = recordStatements();
  let daemon: TestDaemon | undefined;
  const close = async () => {
    await daemon?.close();
    recording.stop();
  };
  try {
    let ahead = 0;
    const clock = () => Date.now() + ahead;
    daemon = await startTestDaemon({
      ...{ database, booksMayDiffer: true, clock },
      env: { REDEEMD_PUBLIC_URL: PUBLIC_URL, ...env },
    });
    const pass = (ms: number) => {
      ahead += ms;
    };
    await play({ daemon, recording }, pass);
    return { url: daemon.databaseUrl, asked: recording.asked(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function playReads({ daemon, recording }: Played, reads: readonly Read[]) {
  const refused: string[] = [];
  for (const read of reads) {
    recording.by(read.name);
    await ask(daemon, read).catch((error) => refused.push(String(error)));
  }

  if (refused.length > 0) throw new Error(refused.join('\n'));
}

/** Sends the same requests again, for a member of staff who is limited to a game. */
async function playLimitedReads(played: Played, reads: readonly Read[]) {
  const { daemon } = played;
  const token = await signedInAs(daemon.db, 'owner', { games: ['game'] });
  await runSql(daemon.databaseUrl, `update campaigns set games = '["game"]'`);
  const perGame = reads.filter(({ entry: { access } }) => access.kind === 'staff' && access.perGame);
  await playReads({ ...played, daemon: { ...daemon, ownerToken: token } }, perGame);
}

/** Tries other tiers on past payments, which is a read although it is not a GET request. */
async function playTrial({ daemon, recording }: Played) {
  recording.by('dryRunPayouts');
  const body = { kind: 'trial', campaign_id: FILLED.campaign } as const;
  done(await daemon.owner.call('dryRunPayouts', { body: { ...body, tiers: [{ min_revenue: 0, percent: 10 }] } }));
}

/** Requests a path and, if there is one, its next page. */
async function ask(daemon: TestDaemon, { path, entry }: Read) {
  const { url } = daemon;
  const headers = await credentialsFor(daemon, entry.access, FILLED.creator);
  const get = async (more = '') => {
    const response = await fetch(url + path + more, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  };
  const [, cursor] = /"next_cursor":"([^"]+)"/.exec(await get()) ?? [];
  if (cursor) await get(`${path.includes('?') ? '&' : '?'}cursor=${cursor}`);
}
