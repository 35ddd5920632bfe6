import type { Refusal } from '../../preload/api.ts';

export const NO_CONNECTION: Refusal = {
  code: 'no_connection',
  status: 0,
  detail: 'The server cannot be reached. Check that it runs and that you are online.',
};
