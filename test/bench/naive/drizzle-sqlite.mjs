// Implements redeem as most teams do, with Express and drizzle on SQLite: `node drizzle-sqlite.mjs <file>`.
import { and, count, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { betterSqlite3, period, REWARDS, serve } from './app.mjs';

const codes = sqliteTable('codes', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  code: text('code').notNull().unique(),
  rewards: text('rewards').notNull(),
  startsAt: integer('starts_at', { mode: 'timestamp_ms' }).notNull(),
  endsAt: integer('ends_at', { mode: 'timestamp_ms' }).notNull(),
  usageLimit: integer('usage_limit'),
});
const claims = sqliteTable(
  'claims',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    codeId: integer('code_id')
      .notNull()
      .references(() => codes.id),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
  },
  (table) => [uniqueIndex('claims_code_user').on(table.codeId, table.userId)],
);

const Database = betterSqlite3();
const file = new Database(process.argv[2]);
file.pragma('journal_mode = WAL');
// FULL is as durable as redeemd. In WAL mode, better-sqlite3 by default returns before the claim is on disk.
file.pragma('synchronous = FULL');
file.exec(`
  create table codes (id integer primary key autoincrement, code text not null unique, rewards text not null,
    starts_at integer not null, ends_at integer not null, usage_limit integer);
  create table claims (id integer primary key autoincrement, code_id integer not null references codes (id),
    user_id text not null, created_at integer not null);
  create unique index claims_code_user on claims (code_id, user_id);`);
const db = drizzle(file);

serve({
  addCode: async (code, usageLimit) => {
    db.insert(codes)
      .values({ code, rewards: REWARDS, usageLimit, ...period() })
      .run();
  },
  redeem: async (userId, typed) =>
    db.transaction((tx) => {
      const code = tx.select().from(codes).where(eq(codes.code, typed)).get();
      if (!code) return { ok: false, why: 'not_found' };
      const now = new Date();
      if (now < code.startsAt || now >= code.endsAt) return { ok: false, why: 'not_active' };
      const own = and(eq(claims.codeId, code.id), eq(claims.userId, userId));
      if (tx.select({ id: claims.id }).from(claims).where(own).get()) return { ok: false, why: 'already_claimed' };
      if (code.usageLimit !== null) {
        const found = tx.select({ used: count() }).from(claims).where(eq(claims.codeId, code.id)).get();
        if (found && found.used >= code.usageLimit) return { ok: false, why: 'limit_reached' };
      }
      tx.insert(claims).values({ codeId: code.id, userId, createdAt: now }).run();
      return { ok: true, rewards: code.rewards };
    }),
  countClaims: async (code) =>
    db
      .select({ used: count() })
      .from(claims)
      .innerJoin(codes, eq(codes.id, claims.codeId))
      .where(eq(codes.code, code))
      .get()?.used ?? 0,
});
