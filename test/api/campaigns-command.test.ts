import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
import { until } from '../support/world/wait-until.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** Runs a command without blocking this process: its daemons would otherwise lose their connections to Postgres. */
function redeemd({ databaseUrl }: TestDaemon, ...args: string[]): Promise<{ status: number; said: string }> {
  const env = { PATH: process.env.PATH ?? '', REDEEMD_DATABASE_URL: databaseUrl, REDEEMD_LOG_LEVEL: 'error' };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'daemon/dist/main.js'), ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr }),
    );
  });
}

describe.each(STORY_DATABASES)('the campaigns command next to a running daemon on %s', (database) => {
  test('moves a campaign from one server to another, after a preview, completely or not at all', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'redeemd-campaigns-'));
    open.push({ close: () => rmSync(folder, { recursive: true }) });
    const start = async () => {
      const daemon = await startTestDaemon({ database });
      open.push(daemon);
      return daemon;
    };
    const [staging, production] = [await start(), await start()];
    const campaignId = await runningCampaign(staging, { name: 'Spring' });
    await addCode(staging, campaignId, 'GIFT', { rewards_json: '{"b":1.10}' });
    const params = { campaign_id: campaignId };
    const request = { name: 'Bulk', root_url: 'https://game.example/', rewards_json: '{}', count: 30 };
    done(await staging.owner.call('generateCodes', { params, body: request }));
    const jobsDone = (daemon: TestDaemon) =>
      until('the job', async () => {
        const { data } = done(await daemon.owner.call('listBulkJobs'));
        return data.length > 0 && data.every((job: { status: string }) => job.status === 'done');
      });
    await jobsDone(staging);

    const file = join(folder, 'spring.json');
    expect(await redeemd(staging, 'campaigns', 'export', String(campaignId), file, '--bulk')).toEqual({
      ...{ status: 0, said: `Exported campaign ${campaignId} to ${file}.\n` },
    });
    expect((await redeemd(staging, 'campaigns', 'export', String(campaignId), file)).status).toBe(1);
    expect(await redeemd(staging, 'campaigns', 'export', '999')).toEqual({
      ...{ status: 1, said: 'redeemd: Campaign 999 does not exist.\n' },
    });
    const plain = await redeemd(staging, 'campaigns', 'export', String(campaignId));
    expect(JSON.parse(plain.said)).toMatchObject({
      codes: [{ code: 'GIFT', rewards_json: '{"b":1.10}' }],
      batches: [],
    });

    const preview = await redeemd(production, 'campaigns', 'import', file, '--dry-run');
    expect(preview.status).toBe(0);
    expect(preview.said).toContain('Nothing was stored.');
    expect(preview.said).toContain('Codes: 31 new, 0 changed, 0 unchanged, 0 refused');
    expect(done(await production.owner.call('listCampaigns')).total).toBe(0);
    expect(await redeemd(production, 'campaigns', 'import', file)).toMatchObject({ status: 0 });
    const { data } = done(await production.owner.call('listCampaigns'));
    expect(data).toMatchObject([{ name: 'Spring', status: 'draft' }]);
    // The daemon creates the codes of the batch in a bulk job.
    await jobsDone(production);
    expect(done(await production.owner.call('listAudit')).data[0]).toMatchObject({
      ...{ action: 'campaign.import', staff: null },
    });
    const { campaign_id: made, version } = data[0];
    const again = await redeemd(production, 'campaigns', 'import', file, '--dry-run');
    expect(again).toMatchObject({ status: 1, said: expect.stringContaining('31 refused') });
    expect(again.said).toContain(`instead: --campaign ${made} --at-version ${version}\n`);
    const into = ['--campaign', String(made), '--at-version', String(version)];
    expect((await redeemd(production, 'campaigns', 'import', file, ...into)).said).toContain(
      '0 new, 0 changed, 31 unchanged',
    );
    expect((await redeemd(production, 'campaigns', 'import', file, '--campaign', String(made))).said).toContain(
      '--at-version',
    );
    expect(
      await redeemd(production, 'campaigns', 'import', file, '--campaign', String(made), '--at-version', '99'),
    ).toEqual({
      status: 1,
      said: 'redeemd: The object was changed after you read it. Read it again, then repeat your change.\n',
    });

    const bad = join(folder, 'bad.json');
    const read = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(bad, JSON.stringify({ ...read, codes: [...read.codes, { ...read.codes[0], code: 'no good' }] }));
    expect(await redeemd(production, 'campaigns', 'import', bad, ...into)).toEqual({
      status: 1,
      said: 'redeemd: The file cannot be imported; nothing was stored:\n  /codes/1: a code must have 3-64 characters of A-Z 0-9 _ -\n',
    });
    writeFileSync(bad, JSON.stringify({ ...read, version: 2 }));
    expect(await redeemd(production, 'campaigns', 'import', bad)).toMatchObject({
      ...{ status: 1, said: expect.stringContaining('/version') },
    });
    // Twelve processes start one after another.
  }, 180_000);
});
