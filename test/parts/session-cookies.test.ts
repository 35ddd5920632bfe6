import { describe, expect, it, test } from 'vitest';
import type { AppError } from '../../daemon/contract/refusals.ts';
import { csrfTokenOf, sessionCookie } from '../../daemon/domain/session-cookies.ts';
import { cookieToken, expectCsrfToken, expectOwnPage, isOwnOrigin } from '../../daemon/http/cookies.ts';
import { randomToken } from '../../daemon/lib/secrets.ts';

const PLAIN = 'http://127.0.0.1:8787';
const SECURE = 'https://redeem.example';

describe('the cookie of a session', () => {
  it('cannot be read by scripts or other sites', () => {
    expect(sessionCookie('staff', PLAIN, 'abc')).toBe(
      'redeemd_session=abc; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200',
    );
    expect(sessionCookie('staff', SECURE, 'abc')).toBe(
      '__Host-redeemd_session=abc; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure',
    );
    expect(sessionCookie('staff', SECURE, null)).toBe(
      '__Host-redeemd_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure',
    );
  });

  test.each([
    [PLAIN, undefined, undefined],
    [PLAIN, '', undefined],
    [PLAIN, 'redeemd_session=abc', 'abc'],
    [PLAIN, 'a=b;redeemd_session=abc;c=d', 'abc'],
    [PLAIN, 'xredeemd_session=abc', undefined],
    [PLAIN, '__Host-redeemd_session=abc', undefined],
    [SECURE, 'redeemd_session=planted; __Host-redeemd_session=abc', 'abc'],
    [SECURE, 'redeemd_session=planted', undefined],
  ])('with the public URL %s is read from %s', (publicUrl, cookie, token) => {
    expect(cookieToken('staff', cookie === undefined ? {} : { cookie }, publicUrl)).toBe(token);
  });
});

describe('a page', () => {
  test.each([
    [true, 'http://127.0.0.1:8787', '127.0.0.1:8787', PLAIN],
    [true, 'http://127.0.0.1:8787', 'behind-a-proxy', PLAIN],
    [true, 'http://localhost:8787', 'LOCALHOST:8787', PLAIN],
    [true, 'https://portal.example', 'portal.example', PLAIN],
    [true, 'https://redeem.example', '127.0.0.1:8787', SECURE],
    [true, 'https://inside.example', 'inside.example', SECURE],
    [false, 'http://inside.example', 'inside.example', SECURE],
    [false, 'http://localhost:3000', 'localhost:8787', PLAIN],
    [false, 'https://evil.example', 'redeem.example', SECURE],
    [false, 'https://redeem.example.evil.example', 'redeem.example', SECURE],
    [false, 'https://redeem.example:444', 'redeem.example', SECURE],
    [false, 'null', 'null', PLAIN],
    [false, '', '', PLAIN],
  ])('is the daemon’s own: %s, for the origin %s and the host %s', (own, origin, host, publicUrl) => {
    expect(isOwnOrigin(origin, host, publicUrl)).toBe(own);
  });

  test.each([
    [true, {}],
    [true, { 'sec-fetch-site': 'same-origin' }],
    [true, { 'sec-fetch-site': 'none' }],
    [true, { 'sec-fetch-site': 'same-origin', origin: PLAIN }],
    [false, { 'sec-fetch-site': 'cross-site' }],
    [false, { 'sec-fetch-site': 'same-site' }],
    [false, { 'sec-fetch-site': 'same-origin', origin: 'http://evil.example' }],
    [false, { 'sec-fetch-site': 'cross-site', origin: PLAIN }],
  ])('can send requests: %s, with the headers %o', (may, headers) => {
    const ask = () => expectOwnPage({ host: '127.0.0.1:8787', ...headers }, PLAIN);
    if (may) expect(ask).not.toThrow();
    else expect(ask).toThrow(/csrf|comes from/);
  });
});

test('a request from another origin gets a refusal that names both addresses and the setting; without an origin, the refusal names none', () => {
  const refused = (headers: Record<string, string>) => {
    try {
      expectOwnPage({ host: '127.0.0.1:41900', ...headers }, SECURE);
    } catch (error) {
      return (error as AppError).problem;
    }
    return null;
  };
  const detail =
    'This request comes from http://127.0.0.1:41900, but the Portal’s address is https://redeem.example (REDEEMD_PUBLIC_URL).';
  expect(refused({ origin: 'http://127.0.0.1:41900' })).toEqual({ code: 'csrf', detail });
  expect(refused({ origin: 'null' })).toEqual({ code: 'csrf' });
  expect(refused({ 'sec-fetch-site': 'cross-site' })).toEqual({ code: 'csrf' });
});

describe('the CSRF token', () => {
  const token = randomToken();
  const right = csrfTokenOf(token);
  it('reveals nothing about the session token', () => {
    expect(right).toMatch(/^[\w-]{43}$/);
    expect(right).not.toBe(token);
    expect(csrfTokenOf(randomToken())).not.toBe(right);
  });
  test.each([
    [true, 'GET', undefined],
    [true, 'POST', right],
    [true, 'DELETE', right],
    [false, 'POST', undefined],
    [false, 'PATCH', undefined],
    [false, 'DELETE', undefined],
    [false, 'POST', ''],
    [false, 'POST', token],
    [false, 'POST', csrfTokenOf(randomToken())],
    [false, 'POST', right.slice(0, -1)],
  ])('is enough: %s, for %s with %s', (enough, method, given) => {
    const headers = given === undefined ? {} : { 'x-csrf-token': given };
    const ask = () => expectCsrfToken({ method, headers }, token);
    if (enough) expect(ask).not.toThrow();
    else expect(ask).toThrow('csrf');
  });
});
