import { customType, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Minor } from '../../lib/money.ts';

/** The columns and indexes of tables on SQLite. Postgres's kit has the same names, see postgres-kit.ts. */
export const sqliteKit = {
  table: sqliteTable,
  id: (name: string) => integer(name).primaryKey(),
  instant: (name: string) => integer(name),
  bigCount: (name: string) => integer(name),
  reference: (name: string) => integer(name),
  money: customType<{ data: Minor; driverData: Minor | number }>({ dataType: () => 'integer', fromDriver: BigInt }),
  flag: (name: string) => integer(name, { mode: 'boolean' }),
  text: (name: string) => text(name),
  integer: (name: string) => integer(name),
  index,
  uniqueIndex,
  primaryKey,
};

export type Kit = typeof sqliteKit;
