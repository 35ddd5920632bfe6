import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './build/drizzle-sqlite-tables.cjs',
  out: './daemon/db/migrate/migrations/sqlite',
});
