import { common } from './common.ts';
import { problems } from './problems.ts';
import { shell } from './shell.ts';

/** The texts that every screen needs. Those of one screen are in files of their own. */
export const texts = { common, problems, shell };
