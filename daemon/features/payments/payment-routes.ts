import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { listUnmatchedPayments } from './list-unmatched-payments.ts';

export const paymentRoutes = ({ db }: { db: Database }): Pick<Routes, 'listUnmatchedPayments'> => ({
  listUnmatchedPayments: ({ query }) => listUnmatchedPayments(db, query),
});
