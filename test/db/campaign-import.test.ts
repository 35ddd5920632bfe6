import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CAMPAIGN_FILE_VERSION, CAMPAIGN_FORMAT, campaignFile } from '../../daemon/contract/campaign-file.ts';
import type { AppError } from '../../daemon/contract/refusals.ts';
import type { Database } from '../../daemon/db/database.ts';
import { LEASE_MS } from '../../daemon/features/bulk-codes/bulk-jobs-store.ts';
import { runBulkSteps } from '../../daemon/features/bulk-codes/run-bulk-jobs.ts';
import { exportCampaign } from '../../daemon/features/campaign-files/export-campaign.ts';
import { importCampaign } from '../../daemon/features/campaign-files/import-campaign.ts';
import { makeCampaign, makeCode } from '../support/database/campaigns.ts';
import { NOW } from '../support/world/defaults.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

const DAY_MS = 86_400_000;
const PAGE = 'https://game.example/';

onEachDatabase((database) => {
  let serial = 0;
  const unique = (name: string) => `${name}-${++serial}`;
  const rows = (table: 'campaigns' | 'bulk_jobs' | 'codes') =>
    database().read(async ({ db, t }) => (await db.select().from(t[table])).length);
  const fileOf = (content: object) => {
    const campaign = {
      ...{ name: unique('Spring'), currency: 'USD' },
      ...{ starts_at: new Date(NOW).toISOString(), ends_at: new Date(NOW + DAY_MS).toISOString() },
    };
    return campaignFile.parse({
      format: CAMPAIGN_FORMAT,
      version: CAMPAIGN_FILE_VERSION,
      campaign,
      codes: [],
      ...content,
    });
  };
  const batchOf = (values: unknown[]) => ({
    ...{ name: 'Bulk', root_url: PAGE, usage_limit: null, active: 'Y', rewards_json: '{}', values },
  });
  const bulkFile = (count: number) => {
    const values = Array.from({ length: count }, () => unique('BULK'));
    const codes = [{ code: unique('GIFT'), name: 'Gift', root_url: PAGE, rewards_json: '{}' }];
    return { values, file: fileOf({ codes, batches: [batchOf(values)] }) };
  };
  type Wish = Parameters<typeof importCampaign>[1];
  const bring = (wish: Pick<Wish, 'file'> & Partial<Wish>, db = database()) =>
    importCampaign(db, { dryRun: false, staffId: null, games: null, ...wish }, () => NOW);
  const problemOf = (promise: Promise<unknown>) =>
    promise.then(
      () => expect.unreachable('the import succeeded'),
      (error: AppError) => error.problem,
    );
  const exported = async (campaignId: number) => {
    let text = '';
    for await (const part of await exportCampaign(database(), campaignId, true)) text += part;
    return JSON.parse(text);
  };
  /** Wraps the database so that something else happens right before the nth write of the import. */
  const interrupted = (nth: number, happens: () => Promise<unknown>): Database => {
    let writes = 0;
    const write: Database['write'] = async (run) => {
      writes += 1;
      if (writes === nth) await happens();
      return database().write(run);
    };
    return { ...database(), write };
  };
  const takes = (campaignId: number, code: string) => () => makeCode(database(), campaignId, { code });

  test('an import of a new campaign leaves nothing behind if another campaign takes a value from the file during the import', async () => {
    const other = await makeCampaign(database());
    const before = [await rows('campaigns'), await rows('bulk_jobs'), await rows('codes')];
    // The import begins, then reserves a hundred values per step, then stores the campaign and its other codes.
    for (const [nth, at] of [
      [2, 149],
      [3, 148],
      [4, null],
    ] as const) {
      const { file, values } = bulkFile(150);
      const code = at === null ? file.codes[0]?.code : values[at];
      const problem = await problemOf(bring({ file }, interrupted(nth, takes(other, code as string))));
      expect(problem).toMatchObject({ code: 'code_taken', extra: { held_by: [{ campaign_id: other }] } });
      await runBulkSteps(database(), () => NOW);
    }
    const [campaigns = 0, jobs = 0, codes = 0] = before;
    expect([await rows('campaigns'), await rows('bulk_jobs'), await rows('codes')]).toEqual([
      campaigns,
      jobs,
      codes + 3,
    ]);
  });

  test('values that an import has reserved cannot be used by another import, and are free again once the lease of a killed daemon has ended', async () => {
    const { file, values } = bulkFile(150);
    const before = await rows('campaigns');
    const stops = problemOf(
      bring(
        { file },
        interrupted(3, async () => {
          // The reserved values are not visible yet, but they are taken, and no other daemon runs their bulk job.
          await runBulkSteps(database(), () => NOW);
          const second = await problemOf(bring({ file: fileOf({ batches: [batchOf(values.slice(0, 1))] }) }));
          expect(second).toMatchObject({
            code: 'code_taken',
            errors: [{ detail: 'another running import has this code' }],
          });
          expect(second.extra).toEqual({ held_by: [] });
          throw new Error('the daemon is killed');
        }),
      ),
    );
    await expect(stops).resolves.toBeUndefined();
    await runBulkSteps(database(), () => NOW + LEASE_MS);
    expect(await rows('campaigns')).toBe(before);
    const { campaignId } = await bring({ file });
    await runBulkSteps(database(), () => NOW);
    expect((await exported(campaignId as number)).batches[0].values).toHaveLength(150);
  });

  test('an import changes nothing in an existing campaign if a value in the file is taken or a colleague edits the campaign', async () => {
    const campaignId = await makeCampaign(database());
    const other = await makeCampaign(database());
    const { file, values } = bulkFile(10);
    const before = await exported(campaignId);
    const target = { file, campaignId, version: 1 };
    expect(await problemOf(bring(target, interrupted(2, takes(other, values[0] as string))))).toMatchObject({
      code: 'code_taken',
    });
    const late = bulkFile(10);
    const own = interrupted(2, takes(campaignId, late.values[0] as string));
    expect(await problemOf(bring({ ...target, file: late.file }, own))).toMatchObject({ code: 'edit_conflict' });
    await runBulkSteps(database(), () => NOW);
    expect(await exported(campaignId)).toMatchObject({ campaign: before.campaign, batches: [] });
  });

  test('an import whose last response was lost keeps what it committed', async () => {
    const { file } = bulkFile(10);
    let writes = 0;
    const write: Database['write'] = async (run) => {
      const result = await database().write(run);
      writes += 1;
      if (writes === 3) throw new Error('the connection is gone');
      return result;
    };
    const before = await rows('campaigns');
    await expect(bring({ file }, { ...database(), write })).rejects.toThrow('the connection is gone');
    await runBulkSteps(database(), () => NOW);
    expect(await rows('campaigns')).toBe(before + 1);
    const campaigns = await database().read(({ db, t }) => db.select().from(t.campaigns));
    const { campaign_id } =
      campaigns.find(({ name }) => name === file.campaign.name) ??
      expect.unreachable('the imported campaign is missing');
    expect((await exported(campaign_id)).batches[0].values).toHaveLength(10);
  });

  const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).map((name) => name.trim() || 'x');
  const limit = fc.option(fc.integer({ min: 1, max: 1_000_000_000 }));
  const yesNo = fc.constantFrom('Y', 'N');
  const rewards = fc.dictionary(text, fc.oneof(fc.integer(), text), { maxKeys: 3 }).map((all) => JSON.stringify(all));
  const fields = { name: text, root_url: fc.webUrl(), usage_limit: limit, active: yesNo, rewards_json: rewards };
  const anyFile = fc.record({
    codes: fc.array(fc.record({ ...fields, use_as_referral: yesNo }), { maxLength: 4 }),
    batches: fc.array(
      fc.record({
        ...fields,
        values: fc.array(fc.record(fields, { requiredKeys: [] }), { minLength: 1, maxLength: 6 }),
      }),
      { maxLength: 3 },
    ),
  });

  test('any campaign is imported unchanged, and importing it again changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, async ({ codes, batches }) => {
        const file = fileOf({
          codes: codes.map((code) => ({ ...code, code: unique('CODE') })),
          batches: batches.map(({ values, ...shared }) => ({
            ...shared,
            values: values.map((value) => ({ ...value, code: unique('BULK') })),
          })),
        });
        const { campaignId } = await bring({ file });
        await runBulkSteps(database(), () => NOW);
        const out = await exported(campaignId as number);
        const { version, ...again } = await bring({
          ...{ file: campaignFile.parse(out), campaignId: campaignId as number, version: 1, dryRun: true },
        });
        expect(version).toBe(1);
        expect(again.plan.campaignChanges).toBeNull();
        expect(again.plan.faults).toEqual([]);
        const count = codes.length + batches.flatMap(({ values }) => values).length;
        expect(again.plan.outcomes.of).toMatchObject({ refused: [], changed: [], new: [] });
        expect(again.plan.outcomes.of.unchanged).toHaveLength(count);
        const first = await bring({ file, campaignId: campaignId as number, version: 1, dryRun: true });
        expect(first.plan.outcomes.of.unchanged).toHaveLength(count);
      }),
      { numRuns: 25 },
    );
  });
});
