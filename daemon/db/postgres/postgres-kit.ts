import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Minor } from '../../lib/money.ts';
import type { Kit } from '../sqlite/sqlite-kit.ts';

const bigNumber = (name: string) => bigint(name, { mode: 'number' });

const builders = {
  table: pgTable,
  id: (name: string) => bigNumber(name).primaryKey().generatedByDefaultAsIdentity(),
  instant: bigNumber,
  bigCount: bigNumber,
  reference: bigNumber,
  money: customType<{ data: Minor; driverData: Minor | number }>({ dataType: () => 'bigint', fromDriver: BigInt }),
  flag: (name: string) => boolean(name),
  text: (name: string) => text(name),
  integer: (name: string) => integer(name),
  index,
  uniqueIndex,
  primaryKey,
} satisfies Record<keyof Kit, unknown>;

/** It has the names and types of SQLite's kit, so that one drizzle query runs on both databases. */
export const postgresKit = builders as unknown as Kit;
