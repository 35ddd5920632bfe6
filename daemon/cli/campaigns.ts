import { readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import type { Config } from '../config.ts';
import { type CampaignFile, campaignFile } from '../contract/campaign-file.ts';
import { idText } from '../contract/fields.ts';
import { AppError, MOST_FAULTS, sentenceOf } from '../contract/refusals.ts';
import { fieldFaultsOf } from '../contract/schema-faults.ts';
import { MAX_CAMPAIGN_FILE_BYTES } from '../contract/words.ts';
import { ensureSecretKey } from '../db/secret/secret-key.ts';
import { exportCampaign } from '../features/campaign-files/export-campaign.ts';
import { importOut } from '../features/campaign-files/import-answer.ts';
import { importCampaign } from '../features/campaign-files/import-campaign.ts';
import { parseJsonBody } from '../http/json.ts';
import { plural } from '../lib/plural.ts';
import { withDatabase } from './with-database.ts';

/** Writes a campaign to a file or to stdout. */
export const exportCampaignCommand = (config: Config, id: number, file: string | undefined, bulk: boolean) =>
  withDatabase(config, async (db) => {
    const text = await exportCampaign(db, id, bulk);
    if (file === undefined) {
      for await (const part of text) process.stdout.write(part);
      return;
    }
    // An existing file is not overwritten: it may be the only copy of another server's campaign.
    const target = await open(file, 'wx');
    try {
      for await (const part of text) await target.write(part);
    } finally {
      await target.close();
    }
    process.stdout.write(`Exported campaign ${id} to ${file}.\n`);
  });

export interface ImportOptions {
  dryRun?: boolean;
  campaign?: number;
  atVersion?: number;
}

/** Imports a campaign file, even while a daemon is running, and prints what was or would be created and changed. */
export async function importCampaignCommand(config: Config, path: string, options: ImportOptions) {
  const { dryRun = false, campaign: campaignId, atVersion: version } = options;
  if (!dryRun && campaignId !== undefined && version === undefined)
    throw new Error('--campaign requires --at-version. To print the version, use --dry-run');
  const file = readCampaignFile(path);
  const imported = await withDatabase(config, async (db) => {
    await ensureSecretKey(db, config);
    return importCampaign(db, { file, campaignId, version, dryRun, staffId: null, games: null }, Date.now);
  }).catch((error) => {
    throw withFaultLines(error);
  });
  const answer = importOut(imported, { file, dryRun }, Date.now());
  process.stdout.write(report(answer));
  return answer.refused_total === 0;
}

function readCampaignFile(path: string): CampaignFile {
  if (statSync(path).size > MAX_CAMPAIGN_FILE_BYTES)
    throw new Error(`${path} is larger than ${MAX_CAMPAIGN_FILE_BYTES / 1_048_576} MiB`);
  const read = campaignFile.safeParse(parseJsonBody(readFileSync(path), false));
  if (read.success) return read.data;
  const faults = fieldFaultsOf(read.error, '')
    .slice(0, MOST_FAULTS)
    .map(({ pointer, detail }) => `  ${pointer}: ${detail}`);
  throw new Error(`${path} is not a valid campaign file:\n${faults.join('\n')}`);
}

/** Formats a refusal with one fault per line. */
function withFaultLines(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (!error.problem.errors) return new Error(sentenceOf(error.problem));
  const faults = error.problem.errors.map(({ pointer, detail }) => `  ${pointer}: ${detail}`);
  return new Error(`The file cannot be imported; nothing was stored:\n${faults.join('\n')}`);
}

const DONE = { create: 'created', change: 'changed', unchanged: 'unchanged' } as const;

function report(answer: ReturnType<typeof importOut>): string {
  const { campaign, dry_run, held_by, rows, refused, refused_total, left_off, job_ids } = answer;
  const { campaign_id, status, version } = campaign;
  const id = campaign_id === null ? 'new, as a draft' : `${campaign_id}, ${status}, version ${version}`;
  const changes = (all: Record<string, { from?: unknown; to?: unknown }> | null) =>
    Object.entries(all ?? {}).map(
      ([name, { from, to }]) => `${name}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}`,
    );
  const changed = rows.filter(({ outcome }) => outcome === 'new' || outcome === 'changed');
  const lines = [
    dry_run ? 'Nothing was stored. The import would do this:' : 'Imported.',
    `Campaign "${campaign.name}" (${id}): ${dry_run ? campaign.action : DONE[campaign.action]}`,
    ...changes(campaign.changes).map((line) => `  ${line}`),
    `Codes: ${answer.new} new, ${answer.changed} changed, ${answer.unchanged} unchanged, ${refused_total} refused`,
    ...changed.map(({ code, outcome, changes: fields }) => [`  ${outcome} ${code}`, ...changes(fields)].join('  ')),
    ...(left_off > 0 ? [`  and ${plural(left_off, 'more code')}`] : []),
    ...refused.map(({ pointer, code, detail }) => `  refused ${code ?? pointer}: ${detail}`),
    ...held_by.map(
      (held) =>
        `  To change campaign ${held.campaign_id} instead: --campaign ${held.campaign_id} --at-version ${held.version}`,
    ),
    ...(job_ids.length > 0
      ? [
          `Bulk codes: players can redeem them once the daemon has finished job${job_ids.length === 1 ? '' : 's'} ${job_ids.join(', ')}`,
        ]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

export function parseId(text: string): number {
  const { data } = idText.safeParse(text);
  if (data === undefined) throw new InvalidArgumentError('It must be a positive whole number.');
  return data;
}
