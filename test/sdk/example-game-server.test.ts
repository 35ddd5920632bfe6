import { test } from 'vitest';
import { tryExample } from '../support/sdk/example-game.ts';

test('the example game server grants rewards once, reports payments and refunds, and trusts only signed messages', () =>
  tryExample([process.execPath]));
