import type { en } from '../en/en.ts';
import { common } from './common.ts';
import { problems } from './problems.ts';
import { shell } from './shell.ts';

export const de: typeof en = { common, problems, shell };
