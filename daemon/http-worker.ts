// A process that takes requests in the daemon's place (REDEEMD_HTTP_WORKERS), bundled on its own. It answers the hot
// routes, for which it asks the daemon over one line, and passes all other requests on to the daemon.
import { Socket } from 'node:net';
import type { Routes } from './contract/route.ts';
import { gameEventRoutes } from './features/payments/game-event-routes.ts';
import { redeemCode } from './features/redemptions/redeem-code.ts';
import { createAnswer } from './http/answer.ts';
import { keyOf } from './http/authenticate-key.ts';
import { createHotRoutes, type HotName } from './http/hot-routes.ts';
import { createKeyring } from './http/keyring.ts';
import type { Limits } from './http/limits.ts';
import { listen, stopServer } from './http/listen.ts';
import { createPreflight } from './http/preflight.ts';
import type { Question } from './http/read-choice.ts';
import { createRequestMetrics } from './http/request-metrics.ts';
import { createHttpServer } from './http/server.ts';
import { createTraffic, startDraining } from './http/traffic.ts';
import { LINE_FD, type ToDaemon, type ToWorker, type WorkerSettings } from './http/workers/crew-messages.ts';
import { receiveMessages, sendMessage } from './http/workers/line.ts';
import { createPassOn } from './http/workers/pass-on.ts';
import { createRemoteDaemon, type RemoteDaemon } from './http/workers/remote-daemon.ts';
import { createReporter } from './http/workers/report.ts';
import { sentFault } from './http/workers/sent-faults.ts';
import { foldOutages } from './lib/fold-outages.ts';
import { createLog, type Log } from './lib/log.ts';

const line = new Socket({ fd: LINE_FD, readable: true, writable: true });
const tell = (message: ToDaemon) => sendMessage(line, message);
const remote = createRemoteDaemon(line);
type Running = Awaited<ReturnType<typeof run>>;
let running: Promise<Running | null> | undefined;

// A terminal, and a manager of services, sends these to every process of the group. The daemon tells when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// Without the daemon nothing can be acknowledged any more.
for (const event of ['close', 'error'] as const) line.on(event, () => process.exit(0));
process.on('disconnect', () => process.exit(0));

receiveMessages<ToWorker>(line, (message) => {
  if (message.kind === 'answers') remote.settle(message);
  else if (message.kind === 'start') running = start(message.settings);
  else void running?.then((worker) => worker?.[message.kind]());
});

/** @returns null where it cannot listen: the daemon is told, and the process ends */
async function start(settings: WorkerSettings): Promise<Running | null> {
  const { log } = foldOutages(createLog(settings.logLevel), () => false);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      log.error(event, { error });
      process.exit(1);
    });
  try {
    return await run(settings, log);
  } catch (error) {
    tell({ kind: 'failed', fault: sentFault(error) });
    line.end();
    return null;
  }
}

async function run(settings: WorkerSettings, log: Log) {
  const { host, port, daemonSocket, maxPerAddress, maxUnderWay, maxFiles, trustedHops, stallMs } = settings;
  const traffic = createTraffic({ maxUnderWay, maxFiles, trustedHops, stallMs });
  const keyring = createKeyring(remote.keys, log);
  const metrics = createRequestMetrics();
  const answer = createAnswer({
    runRoute: createRunRoute(remote, settings.tellsWrites),
    authenticator: {
      async authenticate(access, { headers }, now) {
        if (access.kind !== 'key') throw new Error('The daemon answers what is not for keys');
        return await keyOf(keyring, access, headers, now);
      },
    },
    limits: createRemoteLimits(remote),
    clock: Date.now,
    log,
    metrics: { ...metrics, observeFailedSignIn() {} },
    // The daemon knows of each write itself.
    wrote() {},
  });
  const hotRoutes = createHotRoutes({ answer, preflight: createPreflight(keyring, Date.now), traffic });
  const passOn = createPassOn({ daemonSocket, traffic, log });
  const server = createHttpServer({ app: passOn, hotRoutes, traffic, maxPerAddress, log });
  const reporter = createReporter({ traffic, keyring, requests: metrics.registry, tell, log });
  await listen(server, { host, port });
  await reporter.report();
  tell({ kind: 'listening' });
  return {
    keys_changed: keyring.invalidate,
    drain() {
      startDraining(traffic);
    },
    async stop() {
      startDraining(traffic);
      await stopServer(server);
      reporter.stop();
      await reporter.report();
      line.end();
    },
  };
}

/** The same routes as the daemon's. They write through the daemon. */
function createRunRoute({ hot, readCurrency, tellWrite }: RemoteDaemon, tellsWrites: boolean) {
  const routes: Pick<Routes, HotName> = {
    redeem: (asked) => redeemCode({ hot }, asked),
    ...gameEventRoutes({ hot, readCurrency }),
  };
  return async ({ name, principal, asked }: Question) => {
    // `createHotRoutes` takes no other names, and `validate` has checked the request against the endpoint.
    const route = routes[name as HotName] as (asked: unknown) => Promise<unknown>;
    const reply = await route(asked);
    if (tellsWrites && principal?.kind === 'key') await tellWrite(principal.keyId);
    return { reply };
  };
}

/** Every worker's requests count for one limit, so the daemon counts them. */
function createRemoteLimits({ countRequest }: RemoteDaemon): Limits {
  const notHere = async () => {
    throw new Error('The daemon answers sign-ins');
  };
  return { countRequest, countSignIn: notHere, uncountSignIn: notHere, countHashes: notHere };
}
