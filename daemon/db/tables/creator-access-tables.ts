import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { creatorsTable } from './campaign-tables.ts';
import type { CreatorLinkOrigin, CreatorSessionKind } from './words.ts';

// Links and sessions with which creators use their own page.

type Creators = ReturnType<typeof creatorsTable>;

/** A link contains its ID and a signature. The signature is not stored, so no one can read links from the database. */
const creatorLinksTable = (k: Kit, creators: Creators) =>
  k.table(
    'creator_links',
    {
      link_id: k.id('link_id'),
      creator_id: k
        .text('creator_id')
        .notNull()
        .references(() => creators.creator_id),
      origin: k.text('origin').$type<CreatorLinkOrigin>().notNull(),
      /** The address that the link confirms; null if the link opens the page. */
      new_email: k.text('new_email'),
      created_at: k.instant('created_at').notNull(),
      expires_at: k.instant('expires_at').notNull(),
      used_at: k.instant('used_at'),
    },
    (t) => [
      k.index('creator_links_creator').on(t.creator_id, t.created_at),
      k.index('creator_links_expiry').on(t.expires_at),
      k.index('creator_links_address').on(sql`lower(new_email)`).where(sql`new_email is not null`),
    ],
  );

const creatorSessionsTable = (k: Kit, creators: Creators) =>
  k.table(
    'creator_sessions',
    {
      token_hash: k.text('token_hash').primaryKey(),
      creator_id: k
        .text('creator_id')
        .notNull()
        .references(() => creators.creator_id),
      kind: k.text('kind').$type<CreatorSessionKind>().notNull(),
      created_at: k.instant('created_at').notNull(),
      expires_at: k.instant('expires_at').notNull(),
    },
    (t) => [k.index('creator_sessions_expiry').on(t.expires_at), k.index('creator_sessions_creator').on(t.creator_id)],
  );

export const creatorAccessTables = (k: Kit, creators: Creators) => ({
  creator_links: creatorLinksTable(k, creators),
  creator_sessions: creatorSessionsTable(k, creators),
});
