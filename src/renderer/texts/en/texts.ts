import { common } from './common.ts';
import { problems } from './problems.ts';
import { shell } from './shell.ts';

export const texts = { common, problems, shell };
