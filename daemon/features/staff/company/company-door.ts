import type { Database } from '../../../db/database.ts';
import type { SecretKey } from '../../../lib/keyed.ts';
import { appCodeOf } from './app-code.ts';
import { enterWithCompany } from './enter.ts';
import type { Provider } from './provider.ts';
import { openVisit, sealVisit, type WaitingApp } from './visit.ts';

/** Thrown if the browser's visit is unknown or too old: the sign-in might not have started on this daemon. */
export class UnknownVisit extends Error {}

interface DoorParts {
  db: Database;
  secretKey: SecretKey;
  provider: Provider;
  publicUrl: () => string;
}
export type CompanyDoor = ReturnType<typeof createCompanyDoor>;

/** Sends browsers to the company's provider and handles their return. */
export function createCompanyDoor({ db, secretKey, provider, publicUrl }: DoorParts) {
  const redirectUri = () => `${publicUrl()}/portal/company/callback`;
  return {
    /**
     * Returns the URL of the provider's page, and the visit for the browser's cookie.
     * @throws `ProviderFault`
     */
    async begin(asked: { returnTo: string; app: WaitingApp | undefined }, now: number) {
      const { url, pending } = await provider.begin(redirectUri());
      return { url, visit: sealVisit(secretKey, { pending, ...asked }, now) };
    },
    /**
     * Signs in the person whom the provider sent back. Returns where the browser goes next, and the session's token
     * unless a desktop app receives it.
     * @throws `UnknownVisit`, `ProviderFault` or `CompanyRefusal`
     * @param search the query of the callback, with its question mark
     */
    async finish({ search, visit: sealed }: { search: string; visit: string }, now: number) {
      const visit = openVisit(secretKey, sealed, now);
      if (!visit) throw new UnknownVisit();
      const person = await provider.finish(new URL(redirectUri() + search), visit.pending);
      const { token } = await enterWithCompany(db, secretKey, person, now);
      const { app, returnTo } = visit;
      if (!app) return { to: `${publicUrl()}${returnTo}#signed-in`, token };
      const code = appCodeOf(secretKey, { token, challenge: app.challenge }, now);
      const query = new URLSearchParams({ code, state: app.state });
      return { to: `http://127.0.0.1:${app.port}/?${query}`, token: null };
    },
  };
}
