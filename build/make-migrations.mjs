// Writes one migration for each database from the changes in the two schemas (`npm run migrations [name]`). `--fresh`
// deletes the old migrations first; use it only before the first release.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'daemon/db/migrate/migrations');
const options = process.argv.slice(2);
const name = options.find((option) => !option.startsWith('--')) ?? 'schema';

for (const dialect of ['sqlite', 'postgres']) {
  if (options.includes('--fresh')) rmSync(join(folder, dialect), { recursive: true, force: true });
  const config = `build/drizzle-${dialect}.config.ts`;
  execFileSync('npx', ['drizzle-kit', 'generate', '--config', config, '--name', name], { cwd: root, stdio: 'inherit' });
}

// drizzle-kit does not support partitions, so this code adds those of the events table to the generated SQL.
const postgres = join(folder, 'postgres');
for (const file of readdirSync(postgres).filter((entry) => entry.endsWith('.sql'))) {
  const made = readFileSync(join(postgres, file), 'utf8');
  const partitioned = made.replace(
    /(CREATE TABLE "sdk_events" \(\n[^;]*\n\));\n/,
    '$1 PARTITION BY RANGE ("created_at");\n--> statement-breakpoint\n' +
      'CREATE TABLE "sdk_events_default" PARTITION OF "sdk_events" DEFAULT;\n',
  );
  if (partitioned !== made) writeFileSync(join(postgres, file), partitioned);
}
