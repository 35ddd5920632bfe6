import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { migrate } from './db/migrate/migrate.ts';
import { openDatabase } from './db/open.ts';
import { ensureSecretKey, SECRET_IN_DATABASE } from './db/secret/secret-key.ts';
import { seedOrganisation } from './db/seed.ts';
import { startMailWorker } from './delivery/mail/mail-worker.ts';
import { createMailer, type MailParts } from './delivery/mail/mailer.ts';
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
import type { SecretKey } from './lib/keyed.ts';
import { createLog, type Log } from './lib/log.ts';
import { Unavailable } from './lib/unavailable.ts';

export interface DaemonOptions {
  clock?: Clock;
  log?: Log;
  /** False: Express answers the hot endpoints too (a test holds both ways alike). */
  hotRoutes?: boolean;
  maxUnderWay?: number;
  /** Where to look for the SDK's build in place of where it is (tests bring their own). */
  sdkFolders?: readonly string[];
}

export interface Daemon {
  url: string;
  db: Database;
  /** For the Portal's first screen, where there is no staff yet; printed by whoever started the daemon. */
  setupToken: string | null;
  /** Runs every scheduled job that is due by the clock; the daemon does so by itself several times a minute. */
  runDueJobs(): Promise<void>;
  /** Lets a balancer look away, finishes what is under way, and lets go of the database. */
  close(): Promise<void>;
}

const MAX_UNDER_WAY = 2000;
const PREPARE_DAYS_MS = 6 * 3_600_000;

/** Makes every part of the daemon and joins them; the only place that knows them all. */
export async function startDaemon(config: Config, options: DaemonOptions = {}): Promise<Daemon> {
  const { clock = Date.now, log = createLog(config.logLevel) } = options;
  await migrate(config.databaseUrl);
  const db = await openDatabase(config.databaseUrl, { exclusive: true });
  try {
    await seedOrganisation(db, clock());
    const secretKey = await takeSecretKey(db, config, log);
    await db.prepareDays(clock());
    await db.warmUp();
    const { setupToken } = await ensureFirstOwner(
      db,
      { email: config.ownerEmail, password: config.ownerPassword },
      clock(),
    );
    return { ...(await serve(config, db, secretKey, clock, log, options)), db, setupToken };
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function takeSecretKey(db: Database, config: Config, log: Log): Promise<SecretKey> {
  const { key, source } = await ensureSecretKey(db, config);
  if (source === 'database') log.warn(SECRET_IN_DATABASE);
  return key;
}

async function serve(
  config: Config,
  db: Database,
  secretKey: SecretKey,
  clock: Clock,
  log: Log,
  options: DaemonOptions,
) {
  const traffic: Traffic = {
    underWay: 0,
    crowdedAt: Number.NEGATIVE_INFINITY,
    draining: false,
    maxUnderWay: options.maxUnderWay ?? MAX_UNDER_WAY,
    trustedHops: config.trustProxy,
  };
  const opened = parseNetworks(config.allowPrivateWebhooks);
  const metrics = createMetrics({
    underWay: () => traffic.underWay,
    backlog: () => readBacklogFigures(db, clock()),
  });
  let url = '';
  const publicUrl = () => config.publicUrl ?? url;
  const authenticator = createAuthenticator(db, log, publicUrl);
  const hot = createHotBatches({ store: createHotStore(db), clock, observe: metrics.observeBatch });
  const bulk = startBulkRunner(db, clock, log);
  const observe = metrics.observeDelivery;
  const egress = createEgress({ opened });
  const outbox = startOutboxWorker({ db, secretKey, egress, clock, log, observe, isCrowded: () => isCrowded(traffic) });
  const stopping = new AbortController();
  const { invalidateKeys: keysChanged } = authenticator;
  const readDashboard = createReadDashboard(db);
  const routes = joinRoutes({
    db,
    readDashboard,
    secretKey,
    publicUrl,
    hot,
    keysChanged,
    jobStarted: bulk.poke,
    stopping: stopping.signal,
    opened,
    post: (webhookUrl, headers, body) => egress.post(webhookUrl, headers, body, stopping.signal),
    listJobs: (now) => listJobs(db, now),
    mailReady: Boolean(config.smtpUrl && config.mailFrom),
  });
  const answer = createAnswer({
    routes,
    authenticator,
    limits: createLimits(),
    clock,
    log,
    metrics,
    wrote: outbox.poke,
  });
  const parts = { answer, preflight: createPreflight(authenticator, clock), traffic };
  const app = createApp({
    ...parts,
    db,
    log,
    metrics,
    metricsToken: config.metricsToken,
    publicUrl,
    unsubscribe: (token) => unsubscribe(db, secretKey, token, clock()),
    sdk: createSdkBuilds({ db, clock, publicUrl }, options.sdkFolders),
  });
  const hotRoutes = options.hotRoutes === false ? () => null : createHotRoutes(parts);
  const server = createHttpServer(app, hotRoutes, traffic, log);

  const days = setInterval(() => {
    db.prepareDays(clock()).catch((error) => log.warn('Room for the days to come could not be made', { error }));
  }, PREPARE_DAYS_MS).unref();
  const stopWatching = watchAuditHead(db, log);

  let closing: Promise<void> | undefined;
  const close = async () => {
    traffic.draining = true;
    clearInterval(days);
    stopWatching();
    await sleep(config.drainMs);
    stopping.abort(new Unavailable(new Error('The daemon was told to end')));
    await stopServer(server);
    await bulk.stop();
    await jobs.stop();
    await Promise.all([outbox.stop(), mails?.stop()]);
    await hot.idle();
    authenticator.stop();
    await authenticator.flush().catch((error) => log.warn('The last uses of keys could not be written', { error }));
    metrics.stop();
    await db.close();
  };
  // The first one reads most of what later ones keep, and nobody waits for it yet.
  await readDashboard({}, clock()).catch((error) => log.warn('The dashboard could not be read', { error }));
  try {
    url = await listen(server, config);
  } catch (error) {
    authenticator.stop();
    await bulk.stop();
    await outbox.stop();
    throw error;
  }
  const jobs = startJobRunner({ db, clock, log });
  const mails = startMails(config, { db, secretKey, publicUrl, clock, log });
  return {
    url,
    runDueJobs: jobs.runDueJobs,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Without a mail server, mails wait in the outbox. */
function startMails(
  { smtpUrl, mailFrom }: Config,
  parts: Omit<MailParts, 'smtpUrl' | 'mailFrom'> & { clock: Clock; log: Log },
) {
  if (!smtpUrl || !mailFrom) return null;
  return startMailWorker({ ...parts, mailer: createMailer({ ...parts, smtpUrl, mailFrom }) });
}
