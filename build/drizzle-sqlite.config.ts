import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './daemon/db/schema-sqlite.ts',
  out: './daemon/db/migrations/sqlite',
});
