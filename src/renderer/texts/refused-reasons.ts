import { refusedReasons as english } from './en/refused-reasons.ts';
import { inLanguage } from './language.ts';

/** Apart from the screens' own texts: the dashboard and the page of a code share them. */
export const refusedReasons = await inLanguage(english, 'refused-reasons');
