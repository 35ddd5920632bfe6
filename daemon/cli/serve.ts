import { startDaemon } from '../compose.ts';
import type { Config } from '../config.ts';
import { createLog, type Log } from '../lib/log.ts';

/** The time limit for stopping after the drain. */
const STOP_MS = 9500;

/** Runs the daemon until a signal stops it. The process that started it can wait for the only line on stdout. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const daemon = await startDaemon(config, { log });
  stopOnSignals(config, log, () => daemon.close());
  if (daemon.setupToken !== null)
    process.stderr.write(
      `There is no owner yet. Open ${config.publicUrl ?? daemon.url}/portal and use this setup token (valid once): ${daemon.setupToken}\n`,
    );
  process.stdout.write(`redeemd listening on ${daemon.url}\n`);
}

/** Stops the process cleanly on SIGTERM, SIGINT and SIGHUP, and immediately after an uncaught error. */
export function stopOnSignals(config: Config, log: Log, close: () => Promise<void>): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      log.error(event, { error });
      process.exit(1);
    });
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    log.info('stopping', { signal });
    setTimeout(() => {
      log.error('Stopping took too long');
      process.exit(1);
    }, config.drainMs + STOP_MS).unref();
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
}
