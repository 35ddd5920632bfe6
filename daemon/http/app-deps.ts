import type { Environment } from '../contract/environment.ts';
import type { Database } from '../db/database.ts';
import type { WriteFault } from '../db/write-probe.ts';
import type { Log } from '../lib/log.ts';
import type { HotDeps } from './hot-routes.ts';
import type { Metrics } from './metrics.ts';
import type { SdkBuilds } from './sdk-builds.ts';

/** Takes a person off the daily mails. @returns whether the token named one */
export type Unsubscribe = (token: string) => Promise<boolean>;

/** What the pages and probes beside the API need. */
export interface AppDeps extends HotDeps {
  db: Database;
  /** Why the database keeps no writes; null while it does. */
  writeFault: () => Promise<WriteFault | null>;
  /** As `ReadinessParts` says. */
  isLost: () => boolean;
  log: Log;
  metrics: Metrics;
  metricsToken: string | undefined;
  /** The folder with packages of the desktop app; undefined: the daemon serves none. */
  updatesFolder: string | undefined;
  /** A function, since the URL may depend on the port, which is known only once the server listens. */
  publicUrl: () => string;
  environment: Environment;
  unsubscribe: Unsubscribe;
  sdk: SdkBuilds;
}
