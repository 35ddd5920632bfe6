// `npm run migrations -- <name>`: writes what the two schemas changed since the last migration, one for each database.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './paths.mjs';

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  process.stderr.write('Name the change: npm run migrations -- add_creator_notes\n');
  process.exit(2);
}
for (const [dialect, folder] of /** @type {const} */ ([
  ['sqlite', 'sqlite'],
  ['postgresql', 'postgres'],
])) {
  const args = [`--dialect=${dialect}`, `--schema=daemon/db/schema-${folder}.ts`];
  args.push(`--out=daemon/db/migrations/${folder}`, `--name=${name}`);
  const kit = join(root, 'node_modules', 'drizzle-kit', 'bin.cjs');
  const result = spawnSync(process.execPath, [kit, 'generate', ...args], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) process.exit(1);
}
