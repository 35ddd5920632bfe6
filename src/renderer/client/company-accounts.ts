import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { bridge } from './bridge.ts';

export type CompanyAccounts = AnswerOf<Endpoints['getCompanySignIn']>;

/** Returns how staff sign in with company accounts; null if the daemon is too old to report it, or does not respond. */
export async function readCompanyAccounts(): Promise<CompanyAccounts | null> {
  const read = await bridge.call('getCompanySignIn');
  return read.ok ? read.body : null;
}
