import { resolve } from 'node:path';
import { z } from 'zod';
import { webAddress } from './config-forms.ts';
import { secret, setting } from './config-setting.ts';
import { isWritableFolder } from './lib/folders.ts';
import { DEFAULT_REGION, isBucketUrl, isValidBucketUrl, trimBucketUrl } from './lib/s3.ts';

/** A folder that the daemon can write to, as an absolute path, or a bucket. */
const place = z
  .string()
  .transform((text) => (isBucketUrl(text) ? trimBucketUrl(text) : resolve(text)))
  .refine(
    (text) => (isBucketUrl(text) ? isValidBucketUrl(text) : isWritableFolder(text)),
    'must be a folder that the daemon can write to or create, or s3://bucket/prefix',
  )
  .optional();

/** Settings for the files that contain closed days of SDK events and of the ledger. */
export const archiveSettings = {
  eventsFolder: setting(
    'REDEEMD_EVENTS_DIR',
    place,
    '',
    'a folder or s3://bucket/prefix to which the daemon exports closed days of SDK events, for a warehouse',
  ),
  ledgerFolder: setting(
    'REDEEMD_LEDGER_DIR',
    place,
    '',
    'a folder or s3://bucket/prefix for closed days of claims, payments and payouts',
  ),
  ledgerPlayers: setting(
    'REDEEMD_LEDGER_PLAYERS',
    z.enum(['plain', 'hashed']).default('plain'),
    'plain',
    'player IDs in these files: plain or hashed',
  ),
  s3Endpoint: setting(
    'REDEEMD_S3_ENDPOINT',
    webAddress.optional(),
    'https://s3.REGION.amazonaws.com',
    'the server that hosts the buckets',
  ),
  s3Region: setting(
    'REDEEMD_S3_REGION',
    z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/, 'must be the name of a region, such as eu-central-1')
      .default(DEFAULT_REGION),
    DEFAULT_REGION,
    'the region of the buckets',
  ),
  s3KeyId: setting('REDEEMD_S3_KEY_ID', z.string().max(256).optional(), '', 'the ID of the access key for the buckets'),
  s3Secret: secret(
    'REDEEMD_S3_SECRET',
    z.string().max(1024).optional(),
    '',
    'the secret of the access key for the buckets',
  ),
};

interface Places {
  eventsFolder?: string | undefined;
  ledgerFolder?: string | undefined;
}

/** @param given the names of the settings that are set */
export function archiveFaults(given: ReadonlySet<string>, { eventsFolder = '', ledgerFolder = '' }: Places): string[] {
  const has = ['REDEEMD_S3_KEY_ID', 'REDEEMD_S3_SECRET'].filter((name) => given.has(name));
  const needsKey = has.length === 1 || [eventsFolder, ledgerFolder].some(isBucketUrl);
  return needsKey && has.length < 2
    ? ['REDEEMD_S3_KEY_ID and REDEEMD_S3_SECRET must be set together; s3:// requires both']
    : [];
}
