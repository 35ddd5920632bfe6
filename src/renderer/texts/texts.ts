import { common } from './common.ts';
import { problems } from './problems.ts';
import { shell } from './shell.ts';

/** The texts that every screen needs. The texts of a single screen are in separate files. */
export const texts = { common, problems, shell };
