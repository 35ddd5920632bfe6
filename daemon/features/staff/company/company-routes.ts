import type { Environment } from '../../../contract/environment.ts';
import { AppError } from '../../../contract/refusals.ts';
import type { Routes } from '../../../contract/route.ts';
import type { Database } from '../../../db/database.ts';
import type { SecretKey } from '../../../lib/keyed.ts';
import { isProviderOnly, sessionOfToken } from '../sign-in.ts';
import { signedInOut } from '../staff-answers.ts';
import { tokenOfAppCode } from './app-code.ts';
import type { Provider } from './provider.ts';

export interface CompanyRouteParts {
  db: Database;
  secretKey: SecretKey;
  publicUrl: () => string;
  environment: Environment;
  provider: Provider | null;
}

export const companyRoutes = ({
  db,
  secretKey,
  publicUrl,
  environment,
  provider,
}: CompanyRouteParts): Pick<Routes, 'getCompanySignIn' | 'enterWithCompany'> => ({
  getCompanySignIn: async () => ({
    provider: provider && { host: new URL(provider.issuer).host, responds: await responds(provider) },
    provider_only: await isProviderOnly(db),
  }),
  enterWithCompany: async ({ body, now }) => {
    const token = tokenOfAppCode(secretKey, { code: body.code, verifier: body.code_verifier }, now);
    const signedIn = token === null ? null : await sessionOfToken(db, token);
    if (!signedIn) throw new AppError({ code: 'invalid_credentials', detail: 'The code is wrong or has expired.' });
    return signedInOut(signedIn, { status: 200, cookie: false, publicUrl, environment });
  },
});

const responds = ({ check }: Provider) =>
  check().then(
    () => true,
    () => false,
  );
