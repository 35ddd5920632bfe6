import { createCompanyParts } from './compose-company.ts';
import { createStore } from './compose-events.ts';
import type { Config } from './config.ts';
import { environmentOf } from './contract/environment.ts';
import type { Database } from './db/database.ts';
import { openReplica, type Replica } from './db/postgres/replica-database.ts';
import { sqliteFile } from './db/sqlite/sqlite-connection.ts';
import { readStorage } from './db/sqlite/storage-figures.ts';
import { trialDatabase } from './db/trial-database.ts';
import type { WriteWatch } from './db/write-watch.ts';
import { startOutboxWorker } from './delivery/outbox-worker.ts';
import { readBacklogFigures } from './delivery/read-backlog.ts';
import { createEgress } from './delivery/send/egress.ts';
import { parseNetworks } from './domain/reachable-addresses.ts';
import type { WatchedEventLog } from './event-log/watch-event-log.ts';
import { startBulkRunner } from './features/bulk-codes/run-bulk-jobs.ts';
import { createReadDashboard } from './features/dashboard/read-dashboard.ts';
import { createNoteMissingRate } from './features/exchange-rates/note-missing-rate.ts';
import { createRateBook } from './features/exchange-rates/rate-book.ts';
import { listEmptiestPools } from './features/key-pools/key-pools-store.ts';
import { createEventReports } from './features/sdk-events/run-reports.ts';
import { createPlanBook } from './features/tracking-plan/plan-book.ts';
import { createHotStore } from './hot/create-hot-store.ts';
import { createHotBatches } from './hot/hot-batches.ts';
import { createTrialBatches } from './hot/trial-batches.ts';
import { createAnswer } from './http/answer.ts';
import { createAuthenticator } from './http/authenticate.ts';
import { joinRoutes, type RouteParts } from './http/join-routes.ts';
import { createLimits } from './http/limits.ts';
import { createMetrics } from './http/metrics.ts';
import { createPreflight } from './http/preflight.ts';
import { createRunRoute } from './http/read-choice.ts';
import { isCrowded, type Traffic } from './http/traffic.ts';
import { createValidateInWorker } from './http/validate-in-worker.ts';
import { figuresOfJobs } from './jobs/job-figures.ts';
import { jobsFor } from './jobs/jobs.ts';
import { listJobs } from './jobs/list-jobs.ts';
import { createBackground } from './lib/background.ts';
import type { Clock } from './lib/clock.ts';
import type { CloseStack } from './lib/close-stack.ts';
import { type SecretKey, secretKeyOf } from './lib/keyed.ts';
import type { Log } from './lib/log.ts';
import { randomToken } from './lib/secrets.ts';

export interface Parts {
  config: Config;
  /** The database; `writes` watches its writes. */
  db: Database;
  writes: WriteWatch;
  isLost: () => boolean;
  clock: Clock;
  log: Log;
  /** The parts to close when the daemon stops or fails to start. */
  opened: CloseStack;
}
export type KeyedParts = Parts & { secretKey: SecretKey };

interface HttpTerms {
  traffic: Traffic;
  publicUrl: () => string;
  readDashboard: ReturnType<typeof createReadDashboard>;
  stopping: AbortSignal;
  attemptMs: number | undefined;
  /** Where SDK events are stored; null if the database stores them. */
  eventLog: WatchedEventLog | null;
}

/** If this many requests for emailed links are waiting, further ones are dropped to limit the memory used. */
const MAX_WAITING = 1000;

/** Creates the parts that turn a request into a response. */
export function createHttpParts(parts: KeyedParts, terms: HttpTerms) {
  const { config, db, clock, log, opened, secretKey } = parts;
  const { traffic, publicUrl, readDashboard, stopping, attemptMs, eventLog } = terms;
  const { readUrl, readMaxLagMs: maxLagMs } = config;
  const jobs = jobsFor(config);
  const replica = readUrl ? openReplica(db, { url: readUrl, maxLagMs, log }) : null;
  if (replica) opened.add(replica.close);
  const metrics = createMetricsOf(parts, { traffic, jobs, replica, eventLog });
  opened.add(metrics.stop);
  const { provider, checkGroups, companyDoor } = createCompanyParts(parts, publicUrl);
  const authenticator = createAuthenticator({ db, log, publicUrl, checkGroups });
  opened.add(authenticator.stop);
  const hot = createHotBatches({ store: createStore(parts, eventLog), clock, observe: metrics.observeBatch });
  opened.add(hot.idle);
  const { networks, egress, outbox, bulk } = startDelivery(parts, metrics.observeDelivery, traffic, attemptMs);
  const reports = createEventReports({ db, databaseUrl: config.databaseUrl, clock, log });
  opened.add(reports.close);
  const background = createBackground(MAX_WAITING, (error) => log.warn('A link could not be sent by email', { error }));
  opened.add(background.idle);
  const routeParts: RouteParts = {
    db,
    clock,
    readDashboard,
    secretKey,
    publicUrl,
    environment: environmentOf(config),
    hot,
    keysChanged: authenticator.invalidateKeys,
    rates: createRateBook(db),
    noteMissingRate: createNoteMissingRate(db),
    trackingPlans: createPlanBook(db, log),
    jobStarted: bulk.poke,
    stopping,
    opened: networks,
    post: (webhookUrl, headers, body) => egress.post(webhookUrl, headers, body, stopping),
    listJobs: (now) => listJobs(db, now, jobs),
    background,
    provider,
    reports,
    eventLog,
    mailReady: Boolean(config.smtpUrl && config.mailFrom),
  };
  const limits = createLimits();
  const runRoute = createRunRoute({
    routes: joinRoutes(routeParts),
    onTrial: joinRoutes(trialParts(routeParts)),
    overReplica: replica && {
      routes: joinRoutes({ ...routeParts, db: replica.db, readDashboard: createReadDashboard(replica.db) }),
      ...{ replica, maxLagMs },
    },
    ...{ db, log },
  });
  const validateInWorker = createValidateInWorker();
  const answer = createAnswer({
    ...{ db, runRoute, authenticator, limits, clock, log, metrics, validateInWorker },
    wrote: outbox.poke,
  });
  return { answer, preflight: createPreflight(authenticator, clock), traffic, metrics, limits, clock, companyDoor };
}

interface MetricsTerms {
  traffic: Traffic;
  jobs: ReturnType<typeof jobsFor>;
  replica: Replica | null;
  eventLog: WatchedEventLog | null;
}

function createMetricsOf({ config, db, writes, clock }: KeyedParts, terms: MetricsTerms) {
  const { traffic, jobs, replica, eventLog } = terms;
  return createMetrics({
    traffic,
    ...(replica ? { replica } : {}),
    ...(eventLog ? { eventLog } : {}),
    writes: writes.figures,
    pool: db.pool,
    storage: db.dialect === 'sqlite' ? () => readStorage(sqliteFile(config.databaseUrl)) : undefined,
    jobs: async () => figuresOfJobs(await listJobs(db, clock(), jobs), clock()),
    backlog: () => readBacklogFigures(db, clock()),
    keyPools: () => db.read(listEmptiestPools),
  });
}

/** Returns the parts for requests with test keys: nothing is stored, and links to a creator page do not work. */
function trialParts(parts: RouteParts): RouteParts {
  const { db, clock } = parts;
  const trial = trialDatabase(db);
  return {
    ...parts,
    db: trial,
    secretKey: secretKeyOf(randomToken()),
    hot: createTrialBatches(createHotStore(db, { isTrial: true }), clock),
    noteMissingRate: createNoteMissingRate(trial),
  };
}

/** Starts the outbox worker and the bulk runner, which requests can wake. */
function startDelivery(
  parts: KeyedParts,
  observe: (outcome: string) => void,
  traffic: Traffic,
  timeoutMs: number | undefined,
) {
  const { config, db, secretKey, clock, log, opened } = parts;
  const networks = parseNetworks(config.allowPrivateWebhooks);
  const egress = createEgress({ opened: networks, environment: config.environmentName, timeoutMs });
  const outbox = startOutboxWorker({ db, secretKey, egress, clock, log, observe, isCrowded: () => isCrowded(traffic) });
  const bulk = startBulkRunner(db, clock, log);
  opened.add(async () => void (await Promise.all([outbox.stop(), bulk.stop()])));
  return { networks, egress, outbox, bulk };
}
