import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './daemon/db/sqlite/sqlite-tables.ts',
  out: './daemon/db/migrate/migrations/sqlite',
});
