import { AppError } from '../../contract/refusals.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { changeOwnEmails, getOwnEmails } from './own-emails.ts';
import type { OwnEmails } from './weekly-reports-store.ts';

export interface OwnEmailParts {
  db: Database;
  /** Whether a mail server is configured. */
  mailReady: boolean;
}

export const ownEmailRoutes = ({ db, mailReady }: OwnEmailParts): Pick<Routes, 'getOwnEmails' | 'changeOwnEmails'> => {
  const out = (emails: OwnEmails | null) => {
    if (!emails) throw new AppError('not_found');
    return { ...emails, mail_ready: mailReady };
  };
  return {
    getOwnEmails: async ({ principal }) => out(await getOwnEmails(db, principal.staffId)),
    changeOwnEmails: async ({ body, principal, now }) => out(await changeOwnEmails(db, principal.staffId, body, now)),
  };
};
