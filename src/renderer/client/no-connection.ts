import type { Refusal } from '../../preload/api.ts';
import { texts } from '../texts/texts.ts';

export const NO_CONNECTION: Refusal = {
  code: 'no_connection',
  status: 0,
  detail: texts.common.noConnectionText,
};
