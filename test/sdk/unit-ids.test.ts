import { expect, it } from 'vitest';
import { z } from 'zod';
import { uuidV4, uuidV7 } from '../../sdk/ids.ts';

it('session IDs are UUIDs of version 4', () => {
  const ids = Array.from({ length: 1000 }, uuidV4);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true);
  expect(new Set(ids).size).toBe(1000);
});

it('event IDs are UUIDs of version 7 that contain their time', () => {
  const now = Date.parse('2026-03-01T12:00:00.123Z');
  const id = uuidV7(now);
  expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now);
});

it('event IDs ascend within a millisecond, even beyond the counter’s maximum, and after the clock is set back', () => {
  const now = Date.parse('2026-03-02T12:00:00Z');
  const ids = Array.from({ length: 10_000 }, (_, at) => uuidV7(now - at * 1000));
  expect(new Set(ids).size).toBe(10_000);
  expect([...ids].sort()).toEqual(ids);
});
