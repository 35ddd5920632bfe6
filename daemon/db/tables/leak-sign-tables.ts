import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { LeakSignKind } from './words.ts';

// Days on which a code was used as if it had leaked or was being abused. The daemon shows them and takes no action.

const leakSignsTable = (k: Kit) =>
  k.table(
    'leak_signs',
    {
      sign_id: k.id('sign_id'),
      code_id: k.reference('code_id').notNull(),
      /** The start of the day in the organisation's time zone. */
      day_start: k.instant('day_start').notNull(),
      kind: k.text('kind').$type<LeakSignKind>().notNull(),
      /** What was counted on the day, and the number with which it was compared; their meaning depends on the kind. */
      measured: k.bigCount('measured').notNull(),
      usual: k.bigCount('usual').notNull(),
      seen_at: k.instant('seen_at'),
      seen_by: k.reference('seen_by'),
    },
    (t) => [
      k.uniqueIndex('leak_signs_code').on(t.code_id, t.day_start, t.kind),
      k.index('leak_signs_unseen').on(t.day_start, t.sign_id).where(sql`seen_at is null`),
    ],
  );

/** The number of sessions that began through a referral link on a day. */
const linkLandingsTable = (k: Kit) =>
  k.table(
    'link_landings',
    {
      /** The normal form of the link's ID. */
      link: k.text('link').notNull(),
      day_start: k.instant('day_start').notNull(),
      landings: k.bigCount('landings').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.link, t.day_start] }),
      // For removing a day.
      k.index('link_landings_day').on(t.day_start),
    ],
  );

export const leakSignTables = (k: Kit) => ({ leak_signs: leakSignsTable(k), link_landings: linkLandingsTable(k) });
