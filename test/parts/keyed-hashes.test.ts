import { describe, expect, test } from 'vitest';
import { macOf, seal, secretKeyOf, unseal } from '../../daemon/lib/keyed.ts';

const key = secretKeyOf('a secret of this daemon');
const other = secretKeyOf('a secret of another daemon');

describe('the daemon’s secret key', () => {
  test('is the same for the same secret, and its ID does not reveal it', () => {
    expect(secretKeyOf('a secret of this daemon')).toEqual(key);
    expect(key.id).toMatch(/^[0-9a-f]{8}$/);
    expect(key.key).toHaveLength(32);
    expect(key.key.toString('hex')).not.toContain(key.id);
    expect(other.id).not.toBe(key.id);
    expect(() => secretKeyOf('')).toThrow();
  });

  test.each(['', 'a', 'JBSWY3DPEHPK3PXP', 'Grüße 🎟', 'x'.repeat(10_000)])('decrypts what it encrypted (%#)', (text) => {
    const sealed = seal(key, text);
    expect(unseal(key, sealed)).toBe(text);
    expect(sealed.startsWith(`${key.id}.`)).toBe(true);
    if (text.length > 8) expect(sealed).not.toContain(text);
    expect(seal(key, text)).not.toBe(sealed);
  });

  test('does not decrypt data that was encrypted with another key or has been changed', () => {
    const sealed = seal(key, 'JBSWY3DPEHPK3PXP');
    expect(() => unseal(other, sealed)).toThrow(`${key.id}, but the daemon has ${other.id}`);
    expect(() => unseal({ id: key.id, key: other.key }, sealed)).toThrow();
    const parts = sealed.split('.');
    for (const index of [1, 2, 3]) {
      const changed = parts.map((part, at) => (at === index ? flipped(part) : part)).join('.');
      expect(() => unseal(key, changed)).toThrow();
    }
    for (const cut of [parts[0], parts.slice(0, 2), parts.slice(0, 3), [...parts, 'AA']])
      expect(() => unseal(key, [cut].flat().join('.'))).toThrow();
    expect(() => unseal(key, [...parts.slice(0, 3), parts[3]?.slice(0, 4)].join('.'))).toThrow();
  });

  test('creates authentication codes that differ by text and by key', () => {
    expect(macOf(key, 'audit:1')).toMatch(/^[0-9a-f]{64}$/);
    expect(macOf(key, 'audit:1')).toBe(macOf(key, 'audit:1'));
    expect(macOf(key, 'audit:2')).not.toBe(macOf(key, 'audit:1'));
    expect(macOf(other, 'audit:1')).not.toBe(macOf(key, 'audit:1'));
  });
});

const flipped = (part: string) => {
  const bytes = Buffer.from(part, 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes.toString('base64url');
};
