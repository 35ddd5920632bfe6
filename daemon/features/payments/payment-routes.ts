import type { Routes } from '../../contract/contract.ts';
import type { Database } from '../../db/database.ts';
import { listUnmatchedPayments } from './list-unmatched-payments.ts';

export const paymentRoutes = ({ db }: { db: Database }): Pick<Routes, 'listUnmatchedPayments'> => ({
  listUnmatchedPayments: ({ query }) => listUnmatchedPayments(db, query),
});
