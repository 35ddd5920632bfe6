import type { Kit } from '../sqlite/sqlite-kit.ts';
import { batchTables } from './batch-tables.ts';
import { codeTables } from './code-tables.ts';
import { commentTables } from './comment-tables.ts';
import { creatorAccessTables } from './creator-access-tables.ts';
import { eventTables } from './event-tables.ts';
import { figureTables } from './figure-tables.ts';
import { keyPoolTables } from './key-pool-tables.ts';
import { leakSignTables } from './leak-sign-tables.ts';
import { logTables } from './log-tables.ts';
import { messageTables } from './message-tables.ts';
import { organisationTables } from './organisation-tables.ts';
import { paymentTables } from './payment-tables.ts';
import { payoutDetailTables } from './payout-detail-tables.ts';
import { payoutTables } from './payout-tables.ts';
import { signInTables } from './sign-in-tables.ts';
import { trackingPlanTables } from './tracking-plan-tables.ts';

/**
 * Creates all tables with one database's kit of columns. Instants are milliseconds since 1970 UTC, money is in whole
 * minor units, and JSON is stored as the text that was written.
 */
export function createTables(kit: Kit) {
  const organisation = organisationTables(kit);
  const codes = codeTables(kit, organisation);
  return {
    ...organisation,
    ...codes,
    ...batchTables(kit, codes),
    ...keyPoolTables(kit),
    ...creatorAccessTables(kit, codes.creators),
    ...payoutDetailTables(kit, codes.creators),
    ...figureTables(kit),
    ...leakSignTables(kit),
    ...paymentTables(kit),
    ...eventTables(kit),
    ...trackingPlanTables(kit),
    ...payoutTables(kit, codes),
    ...messageTables(kit),
    ...commentTables(kit),
    ...logTables(kit),
    ...signInTables(kit),
  };
}
