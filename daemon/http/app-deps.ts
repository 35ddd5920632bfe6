import type { Environment } from '../contract/environment.ts';
import type { Database } from '../db/database.ts';
import type { WriteFault } from '../db/write-probe.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { CompanyPageParts } from './company-pages.ts';
import type { HotDeps } from './hot-routes.ts';
import type { Limits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { SdkBuilds } from './sdk-builds.ts';

/**
 * Unsubscribes a creator from daily results, or a member of staff from the weekly report.
 * @returns whether the token belongs to a person
 */
type Unsubscribe = (token: string) => Promise<boolean>;

/** The parts that the pages and probes need in addition to those of the hot routes. */
export interface AppDeps extends HotDeps {
  db: Database;
  /** Returns why the database is not storing writes, or null if it is. */
  writeFault: () => Promise<WriteFault | null>;
  /** See `ReadinessParts`. */
  isLost: () => boolean;
  log: Log;
  metrics: Metrics;
  metricsToken: string | undefined;
  /** The folder with packages of the desktop app; undefined if the daemon serves none. */
  updatesFolder: string | undefined;
  /** A function, because the URL may depend on the port, which is known only when the server listens. */
  publicUrl: () => string;
  environment: Environment;
  unsubscribe: Unsubscribe;
  /** Returns the origins whose pages may show the creator page in a frame. */
  frameOrigins: () => Promise<readonly string[]>;
  sdk: SdkBuilds;
  limits: Limits;
  clock: Clock;
  companyDoor: CompanyPageParts['companyDoor'];
}
