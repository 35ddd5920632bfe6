import { expect } from 'vitest';
import { bearer, testClient } from '../http/test-client.ts';
import { startTestDaemon, type TestDaemon, type TestDaemonOptions } from '../world/daemon.ts';
import { createVisitor, type Visitor } from './browser-visit.ts';
import { type Colleague, type CompanyProvider, startCompanyProvider } from './company-provider.ts';

export interface CompanyWorld {
  provider: CompanyProvider;
  daemon: TestDaemon;
  /** The daemon's time. Tests move it. */
  time: { now: number };
  /** Adds a person to the company. */
  hire(person: Colleague): void;
  /** Opens the sign-in as this person. It stops before the first URL that `stopAt` accepts. */
  visit(
    sub: string,
    options?: { visitor?: Visitor; query?: string; stopAt?: (url: string) => boolean },
  ): Promise<{ urls: string[]; url: string; status: number | null; text: string; visitor: Visitor }>;
  /** Signs this person in, and returns a client with the session. */
  signIn(sub: string): Promise<ReturnType<typeof testClient>>;
  close(): Promise<void>;
}

/** Starts a daemon whose staff have accounts at a company's provider. */
export async function companyWorld(options: TestDaemonOptions = {}): Promise<CompanyWorld> {
  const time = { now: Date.now() };
  const provider = await startCompanyProvider([]);
  const env = { ...provider.env, ...options.env };
  const daemon = await startTestDaemon({ clock: () => time.now, ...options, env });
  const visit: CompanyWorld['visit'] = async (sub, { visitor = createVisitor(), query = '', stopAt } = {}) => {
    provider.present.sub = sub;
    const { urls, url, response } = await visitor.follow(`${daemon.url}/portal/company/start${query}`, stopAt);
    return { urls, url, visitor, status: response?.status ?? null, text: (await response?.text()) ?? '' };
  };
  return {
    ...{ provider, daemon, time, visit },
    hire: (person) => void provider.people.set(person.sub, person),
    async signIn(sub) {
      const { visitor, text, status } = await visit(sub);
      const token = visitor.cookies(daemon.url).get('redeemd_session');
      expect(token, `${status} ${text}`).toBeDefined();
      return testClient(daemon.url, bearer(String(token)));
    },
    async close() {
      await daemon.close();
      await provider.close();
    },
  };
}
