import { common } from './common.ts';
import { conflict } from './conflict.ts';
import { shell } from './shell.ts';

export const en = { common, conflict, shell };
