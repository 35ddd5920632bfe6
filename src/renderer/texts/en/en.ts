import { common } from './common.ts';
import { shell } from './shell.ts';

export const en = { common, shell };
