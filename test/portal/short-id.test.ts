import { expect, it } from 'vitest';
import { shortId } from '../../src/renderer/lib/short-id.ts';

it('a short ID is shown in full; of a long ID, only the beginning and the end are shown', () => {
  expect(shortId('player_4382073')).toBe('player_4382073');
  expect(shortId('7f0a1c9e-52b1-4b6c-9d0e-3a1f5c2b8d74')).toBe('7f0a1c9e-52…1f5c2b8d74');
  expect(shortId('😀'.repeat(25))).toBe(`${'😀'.repeat(11)}…${'😀'.repeat(10)}`);
});
