import { OWNER } from '../world/daemon.ts';
import { asking, done } from './test-client.ts';

/** Signs the owner in at a daemon of which only the address is known. */
export async function ownerToken(url: string): Promise<string> {
  return done(await asking(url)('POST', '/v1/admin/session', OWNER)).token;
}
