import { players as english } from './en/players.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const players: typeof english = language === 'de' ? (await import('./de/players.ts')).players : english;
