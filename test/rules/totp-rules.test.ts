import { Secret, URI } from 'otpauth';
import { describe, expect, it, test } from 'vitest';
import { ROLES } from '../../daemon/contract/endpoint.ts';
import {
  hasTotp,
  mustSetUpTotp,
  newTotpSecret,
  type SecondFactor,
  stepOfCode,
  totpUrl,
} from '../../daemon/features/staff/totp-rules.ts';
import { codeAt } from '../support/http/staff.ts';

/** The secret of RFC 6238's test vectors; an authenticator shows the last six of their eight digits. */
const RFC = Secret.fromLatin1('12345678901234567890').base32;

describe('a code of the second factor', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d s is the code in RFC 6238', (seconds, code) => {
    expect(stepOfCode(RFC, code, null, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  const at = 1_000_000 * 30_000;
  test.each([
    [-60_000, null],
    [-30_001, null],
    [-30_000, 999_999],
    [0, 1_000_000],
    [29_999, 1_000_000],
    [30_000, 1_000_001],
    [59_999, 1_000_001],
    [60_000, null],
  ])('from a clock that is %d ms off belongs to step %s (null: refused)', (off, step) => {
    expect(stepOfCode(RFC, codeAt(RFC, at + off), null, at)).toBe(step);
  });

  test.each([
    [999_998, 1_000_000],
    [999_999, 1_000_000],
    [1_000_000, null],
    [1_000_001, null],
  ])('after the code of step %d was used belongs to step %s (null: refused)', (lastStep, step) => {
    expect(stepOfCode(RFC, codeAt(RFC, at), lastStep, at)).toBe(step);
  });

  it('from another secret is invalid', () => {
    expect(stepOfCode(newTotpSecret(), codeAt(RFC, at), null, at)).toBeNull();
  });
});

test('a secret is 160 random bits, and its URL contains everything that an app needs', () => {
  const secret = newTotpSecret();
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
  expect(newTotpSecret()).not.toBe(secret);
  const url = totpUrl(secret, 'Studio: Süd', 'a@example.test');
  expect(url).toMatch(/^otpauth:\/\/totp\//);
  const read = URI.parse(url);
  expect(read).toMatchObject({
    issuer: 'Studio  Süd',
    label: 'a@example.test',
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  });
  expect(read.secret.base32).toBe(secret);
});

test('an unconfirmed secret does not count', () => {
  expect(hasTotp({ totp_secret: null, totp_confirmed_at: null })).toBe(false);
  expect(hasTotp({ totp_secret: 'x', totp_confirmed_at: null })).toBe(false);
  expect(hasTotp({ totp_secret: 'x', totp_confirmed_at: 1 })).toBe(true);
});

test('only owners and finance can be required to have a second factor', () => {
  const without = { totp_secret: 'S', totp_confirmed_at: null, has_passkey: false };
  const asked = (required: boolean, factor: SecondFactor = without) =>
    ROLES.filter((role) => mustSetUpTotp({ role, ...factor }, required));
  expect(asked(true)).toEqual(['owner', 'finance']);
  expect(asked(false)).toEqual([]);
  expect(asked(true, { ...without, totp_confirmed_at: 1 })).toEqual([]);
  expect(asked(true, { ...without, has_passkey: true })).toEqual([]);
});
