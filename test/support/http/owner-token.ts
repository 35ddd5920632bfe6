import { OWNER } from '../world/daemon.ts';
import { done, testClient } from './test-client.ts';

/** Signs the owner in to the daemon at this URL, and returns the token. */
export async function ownerToken(url: string): Promise<string> {
  return done(await testClient(url).call('signIn', { body: OWNER })).token;
}
