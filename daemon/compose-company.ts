import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { createCheckGroups } from './features/staff/company/check-groups.ts';
import { createCompanyDoor } from './features/staff/company/company-door.ts';
import { createProvider, type Provider } from './features/staff/company/provider.ts';
import type { Clock } from './lib/clock.ts';
import type { SecretKey } from './lib/keyed.ts';
import type { Log } from './lib/log.ts';

/** Returns the company's sign-in provider; null if the settings name none. */
export function providerOf(config: Config, clock: Clock): Provider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcRoles: groupRoles } = config;
  if (!issuer || !clientId || !groupRoles) return null;
  const { oidcClientSecret: clientSecret, oidcScopes: scopes } = config;
  return createProvider({ issuer, clientId, clientSecret, scopes, groupRoles }, clock);
}

interface CompanyParts {
  config: Config;
  db: Database;
  secretKey: SecretKey;
  clock: Clock;
  log: Log;
}

/** Creates the parts for sign-in with company accounts, and contacts the provider once. */
export function createCompanyParts({ config, db, secretKey, clock, log }: CompanyParts, publicUrl: () => string) {
  const provider = providerOf(config, clock);
  provider?.check().catch((error) => log.warn('The sign-in provider did not respond as expected', { error }));
  return {
    provider,
    checkGroups: createCheckGroups({ db, secretKey, provider, log }),
    companyDoor: provider && createCompanyDoor({ db, secretKey, provider, publicUrl }),
  };
}
