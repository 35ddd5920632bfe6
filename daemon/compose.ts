import { setTimeout as sleep } from 'node:timers/promises';
import { openEventLog } from './compose-events.ts';
import { createHttpParts, type KeyedParts, type Parts } from './compose-http.ts';
import type { Config } from './config.ts';
import { environmentOf } from './contract/environment.ts';
import type { Database } from './db/database.ts';
import { keepDaysPrepared } from './db/keep-days-prepared.ts';
import { migrate } from './db/migrate/migrate.ts';
import { openDatabase } from './db/open.ts';
import { ensureSecretKey, SECRET_IN_DATABASE } from './db/secret/secret-key.ts';
import { seedOrganisation } from './db/seed.ts';
import { watchWrites } from './db/write-watch.ts';
import { startMails } from './delivery/mail/start-mails.ts';
import { watchAuditHead } from './features/audit/watch-audit-head.ts';
import { createReadDashboard } from './features/dashboard/read-dashboard.ts';
import { readFrameOrigins } from './features/settings/frame-origins.ts';
import { ensureFirstOwner } from './features/staff/first-owner.ts';
import { unsubscribe } from './features/unsubscribe/unsubscribe.ts';
import { createApp } from './http/app.ts';
import { createHotRoutes } from './http/hot-routes.ts';
import { expectFreeAddress, isWildcard, LINKS_HERE_ONLY, listen, stopServer, urlOf } from './http/listen.ts';
import { createSdkBuilds } from './http/sdk-builds.ts';
import { createHttpServer } from './http/server.ts';
import { createTraffic, startDraining } from './http/traffic.ts';
import { jobsFor } from './jobs/jobs.ts';
import { startJobRunner } from './jobs/runner.ts';
import type { Clock } from './lib/clock.ts';
import { createCloseStack } from './lib/close-stack.ts';
import { foldOutages } from './lib/fold-outages.ts';
import { createLog, type Log } from './lib/log.ts';
import { Unavailable } from './lib/unavailable.ts';

export interface DaemonOptions {
  clock?: Clock;
  log?: Log;
  /** If false, Express serves the hot API endpoints, so that a test can compare its responses with the usual ones. */
  hotRoutes?: boolean;
  maxInProgress?: number;
  maxFiles?: number;
  /** The maximum total size in bytes of the large request bodies in memory. */
  maxBodyBytes?: number;
  /** How long a response may go without sending a byte; 0 means no limit. */
  stallMs?: number;
  /** The time limit of a webhook attempt, instead of the default. */
  attemptMs?: number;
  /** The folders to search for the SDK's build, instead of the default ones; tests set them. */
  sdkFolders?: readonly string[];
}

export interface Daemon {
  url: string;
  db: Database;
  /** The token for the Portal's first screen, which the command line prints; null if there are already staff. */
  setupToken: string | null;
  /** Runs every scheduled job that is due. The daemon also does so several times a minute. */
  runDueJobs(): Promise<void>;
  /** Gives load balancers time to stop sending requests, finishes the work in progress, and closes the database. */
  close(): Promise<void>;
}

const DEFAULTS = { maxInProgress: 2000, maxFiles: 2000, maxBodyBytes: 67_108_864, stallMs: 10_000 };

/** Creates and connects the parts of the daemon. */
export async function startDaemon(config: Config, options: DaemonOptions = {}): Promise<Daemon> {
  const { clock = Date.now } = options;
  let isFailing = () => false;
  const { log, ...folded } = foldOutages(options.log ?? createLog(config.logLevel), () => isFailing());
  const opened = createCloseStack((error) => log.warn('A part of the daemon could not be closed', { error }));
  try {
    await expectFreeAddress(config);
    await migrate(config.databaseUrl, { copyFirst: config.copyBeforeMigration, say: (text) => log.warn(text) });
    let isLost = false;
    const onLost = (error: unknown) => {
      isLost = true;
      log.error('The daemon lost its database', { error });
    };
    const prepared = config.preparedStatements;
    const writes = watchWrites(await openDatabase(config.databaseUrl, { exclusive: true, onLost, prepared }));
    const { db } = writes;
    isFailing = () => writes.figures().failing;
    opened.add(() => db.close());
    opened.add(folded.stop);
    opened.add(writes.stop);
    const parts = { config, db, writes, isLost: () => isLost, clock, log, opened };
    const { secretKey, setupToken } = await prepareDatabase(parts);
    const started = await serve({ ...parts, secretKey }, options);
    return { ...started, db, setupToken, close: opened.close };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Writes the rows that must exist before the first request. */
async function prepareDatabase({ config, db, clock, log }: Parts) {
  await seedOrganisation(db, clock());
  const { key, source } = await ensureSecretKey(db, config);
  if (source === 'database') log.warn(SECRET_IN_DATABASE);
  await db.prepareDays(clock());
  await db.warmUp();
  const owner = { email: config.ownerEmail, password: config.ownerPassword };
  const { setupToken } = await ensureFirstOwner(db, owner, clock());
  return { secretKey: key, setupToken };
}

async function serve(parts: KeyedParts, options: DaemonOptions) {
  const { config, db, clock, log, opened } = parts;
  const { maxInProgress, maxFiles, maxBodyBytes, stallMs } = { ...DEFAULTS, ...options };
  const traffic = createTraffic({
    maxInProgress,
    maxFiles,
    bodies: { bytes: 0, maxBytes: maxBodyBytes },
    stallMs,
    trustedHops: config.trustProxy,
  });
  const stopping = new AbortController();
  const address = { url: '' };
  const publicUrl = () => config.publicUrl ?? address.url;
  const readDashboard = createReadDashboard(db);
  opened.add(keepDaysPrepared(db, clock, log));
  opened.add(watchAuditHead(db, log));
  const eventLog = await openEventLog(parts);
  const http = createHttpParts(parts, {
    traffic,
    publicUrl,
    readDashboard,
    stopping: stopping.signal,
    attemptMs: options.attemptMs,
    eventLog,
  });
  const app = createApp({
    ...http,
    db,
    writeFault: parts.writes.fault,
    isLost: parts.isLost,
    log,
    metricsToken: config.metricsToken,
    updatesFolder: config.updatesFolder,
    publicUrl,
    environment: environmentOf(config),
    frameOrigins: () => readFrameOrigins(db),
    unsubscribe: (token) => unsubscribe(db, parts.secretKey, token, clock()),
    sdk: createSdkBuilds({ db, clock, publicUrl }, options.sdkFolders),
  });
  const hotRoutes = options.hotRoutes === false ? () => null : createHotRoutes(http);
  // The first read fills the cache of the dashboard, so the daemon reads the dashboard before requests arrive.
  await readDashboard({}, clock()).catch((error) => log.warn('The dashboard could not be read', { error }));
  const maxPerAddress = config.trustProxy > 0 ? null : config.maxConnectionsPerAddress;
  const server = createHttpServer({ app, hotRoutes, traffic, maxPerAddress, log });
  address.url = urlOf(config.host, await listen(server, config));
  if (isWildcard(config.host) && !config.publicUrl) log.warn(LINKS_HERE_ONLY);
  const mails = startMails(config, { ...parts, publicUrl, observe: http.metrics.observeMail });
  const jobs = startJobRunner({ db, clock, log, jobs: jobsFor({ ...config, eventLog }) });
  opened.add(async () => {
    await startDraining(traffic);
    await sleep(config.drainMs);
    stopping.abort(new Unavailable(new Error('The daemon is stopping')));
    await Promise.all([stopServer(server), jobs.stop(), mails?.stop()]);
  });
  return { url: address.url, runDueJobs: jobs.runDueJobs };
}
