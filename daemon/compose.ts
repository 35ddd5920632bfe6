import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, environmentOf } from './config.ts';
import type { Database } from './db/database.ts';
import { migrate } from './db/migrate/migrate.ts';
import { openDatabase } from './db/open.ts';
import { ensureSecretKey, SECRET_IN_DATABASE } from './db/secret/secret-key.ts';
import { seedOrganisation } from './db/seed.ts';
import { startMailWorker } from './delivery/mail/mail-worker.ts';
import { createMailer } from './delivery/mail/mailer.ts';
import { startOutboxWorker } from './delivery/outbox-worker.ts';
import { readBacklogFigures } from './delivery/read-backlog.ts';
import { createEgress } from './delivery/send/egress.ts';
import { watchAuditHead } from './features/audit/watch-audit-head.ts';
import { startBulkRunner } from './features/bulk-codes/run-bulk-jobs.ts';
import { unsubscribe } from './features/daily-results/unsubscribe.ts';
import { createReadDashboard } from './features/dashboard/read-dashboard.ts';
import { ensureFirstOwner } from './features/staff/first-owner.ts';
import { parseNetworks } from './features/webhooks/egress-rules.ts';
import { createHotStore } from './hot/create-hot-store.ts';
import { createHotBatches } from './hot/hot-batches.ts';
import { createAnswer } from './http/answer.ts';
import { createApp } from './http/app.ts';
import { createAuthenticator } from './http/authenticate.ts';
import { createHotRoutes } from './http/hot-routes.ts';
import { joinRoutes } from './http/join-routes.ts';
import { createLimits } from './http/limits.ts';
import { listen, stopServer } from './http/listen.ts';
import { createMetrics } from './http/metrics.ts';
import { createPreflight } from './http/preflight.ts';
import { createSdkBuilds } from './http/sdk-builds.ts';
import { createHttpServer } from './http/server.ts';
import { isCrowded, type Traffic } from './http/traffic.ts';
import { listJobs } from './jobs/list-jobs.ts';
import { startJobRunner } from './jobs/runner.ts';
import type { Clock } from './lib/clock.ts';
import { type CloseStack, createCloseStack } from './lib/close-stack.ts';
import type { SecretKey } from './lib/keyed.ts';
import { createLog, type Log } from './lib/log.ts';
import { Unavailable } from './lib/unavailable.ts';

export interface DaemonOptions {
  clock?: Clock;
  log?: Log;
  /** False: Express answers the hot API endpoints too (a test compares the answers of both ways). */
  hotRoutes?: boolean;
  maxUnderWay?: number;
  /** Folders in which to look for the SDK's build, in place of the usual ones (tests bring their own). */
  sdkFolders?: readonly string[];
}

export interface Daemon {
  url: string;
  db: Database;
  /** The token for the Portal's first screen while there is no staff; the command line prints it. */
  setupToken: string | null;
  /** Runs every scheduled job that is due; the daemon itself does so several times a minute. */
  runDueJobs(): Promise<void>;
  /** Gives load balancers time to notice, finishes the work under way, and closes the database. */
  close(): Promise<void>;
}

const MAX_UNDER_WAY = 2000;
const PREPARE_DAYS_MS = 6 * 3_600_000;

/** Makes and joins every part of the daemon. */
export async function startDaemon(config: Config, options: DaemonOptions = {}): Promise<Daemon> {
  const { clock = Date.now, log = createLog(config.logLevel) } = options;
  const opened = createCloseStack((error) => log.warn('A part of the daemon could not be closed', { error }));
  try {
    await migrate(config.databaseUrl, { copyFirst: config.copyBeforeMigration, say: (text) => log.warn(text) });
    const onLost = (error: unknown) => log.error('The database is lost to this daemon', { error });
    const db = await openDatabase(config.databaseUrl, { exclusive: true, onLost, prepared: config.preparedStatements });
    opened.add(() => db.close());
    const parts = { config, db, clock, log, opened };
    const { secretKey, setupToken } = await prepareDatabase(parts);
    const started = await serve({ ...parts, secretKey }, options);
    return { ...started, db, setupToken, close: opened.close };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

interface Parts {
  config: Config;
  db: Database;
  clock: Clock;
  log: Log;
  /** The parts to close with the daemon, also when its start fails. */
  opened: CloseStack;
}
type KeyedParts = Parts & { secretKey: SecretKey };

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
  const traffic: Traffic = {
    underWay: 0,
    crowdedAt: Number.NEGATIVE_INFINITY,
    draining: false,
    maxUnderWay: options.maxUnderWay ?? MAX_UNDER_WAY,
    trustedHops: config.trustProxy,
  };
  const stopping = new AbortController();
  const address = { url: '' };
  const publicUrl = () => config.publicUrl ?? address.url;
  const readDashboard = createReadDashboard(db);
  keepDaysPrepared(parts);
  opened.add(watchAuditHead(db, log));
  const http = createHttpParts(parts, { traffic, publicUrl, readDashboard, stopping: stopping.signal });
  const app = createApp({
    ...http,
    db,
    log,
    metricsToken: config.metricsToken,
    updatesFolder: config.updatesFolder,
    publicUrl,
    environment: environmentOf(config),
    unsubscribe: (token) => unsubscribe(db, parts.secretKey, token, clock()),
    sdk: createSdkBuilds({ db, clock, publicUrl }, options.sdkFolders),
  });
  const hotRoutes = options.hotRoutes === false ? () => null : createHotRoutes(http);
  const server = createHttpServer(app, hotRoutes, traffic, log);
  // The first read of the dashboard fills its cache; the daemon does it here, before requests arrive.
  await readDashboard({}, clock()).catch((error) => log.warn('The dashboard could not be read', { error }));
  address.url = await listen(server, config);
  const mails = startMails(parts, publicUrl);
  const jobs = startJobRunner({ db, clock, log });
  opened.add(async () => {
    traffic.draining = true;
    await sleep(config.drainMs);
    stopping.abort(new Unavailable(new Error('The daemon is stopping')));
    await Promise.all([stopServer(server), jobs.stop(), mails?.stop()]);
  });
  return { url: address.url, runDueJobs: jobs.runDueJobs };
}

interface HttpTerms {
  traffic: Traffic;
  publicUrl: () => string;
  readDashboard: ReturnType<typeof createReadDashboard>;
  stopping: AbortSignal;
}

/** Makes everything between a request and its answer, with the workers that requests wake. */
function createHttpParts({ config, db, clock, log, opened, secretKey }: KeyedParts, terms: HttpTerms) {
  const { traffic, publicUrl, readDashboard, stopping } = terms;
  const metrics = createMetrics({
    underWay: () => traffic.underWay,
    backlog: () => readBacklogFigures(db, clock()),
  });
  opened.add(metrics.stop);
  const authenticator = createAuthenticator(db, log, publicUrl);
  opened.add(async () => {
    authenticator.stop();
    await authenticator.flush();
  });
  const hot = createHotBatches({ store: createHotStore(db), clock, observe: metrics.observeBatch });
  opened.add(hot.idle);
  const networks = parseNetworks(config.allowPrivateWebhooks);
  const egress = createEgress({ opened: networks, environment: config.environmentName });
  const observe = metrics.observeDelivery;
  const outbox = startOutboxWorker({ db, secretKey, egress, clock, log, observe, isCrowded: () => isCrowded(traffic) });
  const bulk = startBulkRunner(db, clock, log);
  opened.add(async () => void (await Promise.all([outbox.stop(), bulk.stop()])));
  const routes = joinRoutes({
    db,
    readDashboard,
    secretKey,
    publicUrl,
    environment: environmentOf(config),
    hot,
    keysChanged: authenticator.invalidateKeys,
    jobStarted: bulk.poke,
    stopping,
    opened: networks,
    post: (webhookUrl, headers, body) => egress.post(webhookUrl, headers, body, stopping),
    listJobs: (now) => listJobs(db, now),
    mailReady: Boolean(config.smtpUrl && config.mailFrom),
  });
  const limits = createLimits();
  const answer = createAnswer({ routes, authenticator, limits, clock, log, metrics, wrote: outbox.poke });
  return { answer, preflight: createPreflight(authenticator, clock), traffic, metrics };
}

/** Prepares the database for the events of the coming days (partitions on Postgres). */
function keepDaysPrepared({ db, clock, log, opened }: Parts) {
  const days = setInterval(() => {
    db.prepareDays(clock()).catch((error) =>
      log.warn('The database could not be prepared for the coming days', { error }),
    );
  }, PREPARE_DAYS_MS).unref();
  opened.add(() => clearInterval(days));
}

/** Without a mail server no worker runs, and mails wait in the database. */
function startMails(
  { config: { smtpUrl, mailFrom, environmentName: environment }, ...parts }: KeyedParts,
  publicUrl: () => string,
) {
  if (!smtpUrl || !mailFrom) return null;
  return startMailWorker({ ...parts, mailer: createMailer({ ...parts, publicUrl, smtpUrl, mailFrom, environment }) });
}
