import { common } from './common.ts';
import { creators } from './creators.ts';
import { shell } from './shell.ts';

export const en = { common, creators, shell };
