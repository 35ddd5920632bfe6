import type { en } from '../en/en.ts';
import { common } from './common.ts';
import { conflict } from './conflict.ts';
import { moderation } from './moderation.ts';
import { shell } from './shell.ts';

export const de: typeof en = { common, conflict, moderation, shell };
