import { join } from 'node:path';
import { isBucketUrl, type S3Access } from '../../lib/s3.ts';
import { bucketTarget } from './bucket-target.ts';
import { folderTarget } from './folder-target.ts';
import type { Target } from './target.ts';

/** The folder or the `s3://bucket/prefix` that the operator chose. */
export interface Place {
  folder: string;
  s3?: S3Access | undefined;
}

export const nameIn = (folder: string, ...path: string[]): string =>
  isBucketUrl(folder) ? [folder, ...path].join('/') : join(folder, ...path);

export const targetIn = ({ folder, s3 = {} }: Place, ...path: string[]): Target =>
  isBucketUrl(folder) ? bucketTarget(nameIn(folder, ...path), s3) : folderTarget(nameIn(folder, ...path));
