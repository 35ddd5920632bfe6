import type { Texts } from '../texts.ts';
import { common } from './common.ts';
import { shell } from './shell.ts';

export const de: Texts = { common, shell };
