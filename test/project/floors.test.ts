import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { featureCircles, floorFaults, importsAmong, looksAt, unsharedRules } from './floors.ts';

const faultsOf = (path: string, source: string) => floorFaults(new Map([[path, source]]));

/** Returns tracked and new files, except test/project/floors*.ts, which contain deliberate faults. */
function tree() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  const paths = listed.toString().split('\0');
  const looked = paths.filter((path) => looksAt(path) && !path.startsWith('test/project/floors') && exists(path));
  return new Map(looked.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

const exists = (path: string) => existsSync(join(root, path));

test('no file breaks the import rules', () => {
  const files = tree();
  expect(files.size).toBeGreaterThan(0);
  expect(floorFaults(files)).toEqual([]);
});

describe('the daemon', () => {
  const files = tree();
  const imports = importsAmong(files);

  test('has no import cycles between its features', () => {
    expect(imports.length).toBeGreaterThan(0);
    expect(featureCircles(imports)).toEqual([]);
    const path = 'daemon/features/audit/audit-store.ts';
    const target = 'daemon/features/codes/change-code.ts';
    expect(featureCircles([...imports, { path, target }])).toContain(`${path} imports ${target}`);
  });

  test('uses each file of daemon/domain in at least two places', () => {
    expect(unsharedRules(files.keys(), imports)).toEqual([]);
    const rules = 'daemon/domain/rules.ts';
    const path = 'daemon/features/codes/change-code.ts';
    expect(unsharedRules([rules], [{ path, target: rules }])).toEqual([rules]);
  });
});

const campaigns = 'daemon/features/campaigns';

describe('sabotage is reported', () => {
  test.each([
    ['daemon/lib/clock.ts', "import { open } from '../db/open.ts';"],
    ['daemon/lib/clock.ts', "import type { Campaign } from '../contract/campaigns.ts';"],
    ['daemon/contract/index.ts', "import { open } from '../db/open.ts';"],
    ['daemon/contract/index.ts', "export * from '../features/campaigns/campaign-rules.ts';"],
    ['daemon/db/open.ts', "import { decide } from '../features/redemptions/redemption-store.ts';"],
    ['daemon/db/open.ts', "import type { Verdict } from '../features/redemptions/redemption-routes.ts';"],
    ['daemon/db/open.ts', "import type { find } from '../features/codes/code-store.ts';"],
    ['daemon/db/open.ts', "import { config } from '../config.ts';"],
    [`${campaigns}/campaign-rules.ts`, "import { find } from './campaign-store.ts';"],
    [`${campaigns}/campaign-rules.ts`, "import type { Database } from '../../db/database.ts';"],
    [`${campaigns}/campaign-store.ts`, "import { findCode } from '../codes/code-store.ts';"],
    [`${campaigns}/campaign-store.ts`, "import { create } from './create-campaign.ts';"],
    [`${campaigns}/create-campaign.ts`, "import { campaignRoutes } from './campaign-routes.ts';"],
    [`${campaigns}/create-campaign.ts`, "import { decide } from '../codes/code-rules.ts';"],
    [`${campaigns}/create-campaign.ts`, "import { createHotBatches } from '../../hot/hot-batches.ts';"],
    [`${campaigns}/campaign-rules.ts`, "import { decide } from '../codes/code-rules.ts';"],
    [`${campaigns}/campaign-store.ts`, "import { decide } from '../codes/code-rules.ts';"],
    ['daemon/domain/commission.ts', "import { decide } from '../features/codes/code-rules.ts';"],
    ['daemon/domain/commission.ts', "import type { Database } from '../db/database.ts';"],
    ['daemon/hot/hot-store.ts', "import type { Verdict } from '../features/redemptions/redeem-rules.ts';"],
    ['daemon/db/open.ts', "import { decide } from '../domain/commission.ts';"],
    [`${campaigns}/create-campaign.ts`, "import type { Answer } from '../../http/answer.ts';"],
    [`${campaigns}/campaign-routes.ts`, "import { makeCodes } from '../codes/make-codes.ts';"],
    [`${campaigns}/campaign-routes.ts`, "import { findCode } from '../codes/code-store.ts';"],
    [`${campaigns}/campaign-routes.ts`, "import type { Routes } from '../../http/mount.ts';"],
    [`${campaigns}/campaign-routes.ts`, "import { open } from '../../db/open.ts';"],
    ['daemon/http/app.ts', "import { compose } from '../compose.ts';"],
    ['daemon/http/app.ts', "import { runJobs } from '../jobs/runner.ts';"],
    ['daemon/http/keyring.ts', "import { eq } from 'drizzle-orm'; eq();"],
    ['daemon/db/database.ts', "import type { HotStore } from '../hot/hot-store.ts';"],
    ['daemon/http/hot-routes.ts', "import { createHotStore } from '../hot/create-hot-store.ts';"],
    ['daemon/jobs/jobs.ts', "import { send } from '../delivery/outbox.ts';"],
    ['daemon/delivery/outbox.ts', "await import('../jobs/jobs.ts');"],
    ['daemon/utils/helper.ts', 'export const help = 1;'],
    ['daemon/main.ts', "import '../sdk/index.ts';"],
    ['daemon/main.ts', "import { app } from 'electron';"],
    ['daemon/main.ts', "const { app } = require('electron');"],
    ['test/portal/window.test.ts', "import { app } from 'electron';"],
    ['sdk/index.ts', "import type { Event } from '../daemon/contract/events.ts';"],
    ['sdk/index.ts', "import type { Event } from 'redeemd/contract/events.ts';"],
    ['src/main/index.ts', "import { open } from '../../daemon/db/open.ts';"],
    ['src/main/index.ts', "import { find } from 'redeemd/features/codes/code-store.ts';"],
    ['src/main/index.ts', "import '../preload/index.ts';"],
    ['src/renderer/app/app.tsx', "import { ipcRenderer } from 'electron';"],
    ['src/renderer/app/app.tsx', "import { readFile } from 'node:fs/promises';"],
    ['src/renderer/app/app.tsx', "import { join } from 'path';"],
    ['src/renderer/app/app.tsx', "import { page } from '../../main/window.ts';"],
    ['src/renderer/features/codes/page.tsx', "import { Table } from '../campaigns/table.tsx';"],
    ['src/renderer/features/codes/page.tsx', "import { routes } from '../../app/routes.tsx';"],
    ['src/renderer/components/table.tsx', "import { CodesPage } from '../features/codes/page.tsx';"],
    ['src/renderer/client/ask.ts', "import { Table } from '../components/table.tsx';"],
    ['src/renderer/texts/texts.ts', "import { ask } from '../client/ask.ts';"],
    ['src/renderer/lib/format.ts', "import { texts } from '../texts/texts.ts';"],
    [`${campaigns}/campaign-store.ts`, 'export const save = (db: any) => db.transaction(async () => {});'],
    ['daemon/db/sqlite/sqlite-tables.ts', "const a = text().references(() => b.id, { onDelete: 'cascade' });"],
    ['daemon/db/migrate/migrations/sqlite/0001.sql', 'ALTER TABLE a ADD b REFERENCES c(d) on delete  CASCADE;'],
    ['daemon/lib/broken.ts', 'import {{ from nowhere'],
  ])('%s: %s', (path, source) => {
    expect(faultsOf(path, source)).toHaveLength(1);
  });
});

describe('what the rules allow is not reported', () => {
  test.each([
    ['daemon/contract/codes.ts', "import { normal } from '../lib/codes.ts';"],
    ['daemon/hot/hot-store.ts', "import type { Verdict } from '../domain/redeem/redeem-batch.ts';"],
    ['daemon/features/redemptions/redeem-code.ts', "import type { HotBatches } from '../../hot/hot-batches.ts';"],
    [`${campaigns}/create-campaign.ts`, "import { codeOut } from '../codes/code-response.ts';"],
    [`${campaigns}/campaign-rules.ts`, "import { decide } from '../../domain/campaign-status.ts';"],
    [`${campaigns}/campaign-store.ts`, "import { campaigns } from '../../db/database.ts';"],
    [`${campaigns}/create-campaign.ts`, "import { findCode } from '../codes/code-store.ts';"],
    [`${campaigns}/campaign-routes.ts`, "import type { Database } from '../../db/database.ts';"],
    [`${campaigns}/campaign-routes.ts`, "import { create } from './create-campaign.ts';"],
    ['daemon/http/app.ts', "import { campaignRoutes } from '../features/campaigns/campaign-routes.ts';"],
    ['daemon/compose.ts', "import { runJobs } from './jobs/runner.ts';"],
    ['daemon/cli/backup.ts', "import { open } from '../db/open.ts';"],
    ['daemon/db/open.ts', 'handle.transaction(() => {});'],
    ['daemon/lib/clock.ts', "// import { open } from '../db/open.ts';\n/* ON DELETE CASCADE */"],
    ['daemon/lib/text.ts', 'export const from = "\'../db/open.ts\'";'],
    ['sdk/store.ts', "import { queue } from './queue.ts'; idb.transaction('events');"],
    ['src/main/index.ts', "import { app } from 'electron';\nimport type { Api } from '../preload/api.ts';"],
    ['src/renderer/features/codes/page.tsx', "import { Table } from '../../components/table.tsx';"],
  ])('%s: %s', (path, source) => {
    expect(faultsOf(path, source)).toEqual([]);
  });
});
