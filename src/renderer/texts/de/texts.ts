import type { texts as english } from '../en/texts.ts';
import { common } from './common.ts';
import { problems } from './problems.ts';
import { shell } from './shell.ts';

export const texts: typeof english = { common, problems, shell };
