import { describe, expect, test } from 'vitest';
import { readAddress } from '../../src/main/daemon-address.ts';

describe('an address that is typed', () => {
  test.each([
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
    [' http://localhost:8787/ ', 'http://localhost:8787'],
    ['localhost:8787', 'http://localhost:8787'],
    ['127.0.0.1:8787/portal/campaigns', 'http://127.0.0.1:8787'],
    ['http://[::1]:8787', 'http://[::1]:8787'],
    ['http://127.1', 'http://127.0.0.1'],
    ['redeem.example.com', 'https://redeem.example.com'],
    ['https://redeem.example.com/portal', 'https://redeem.example.com'],
    ['https://example.com/redeem/portal/', 'https://example.com/redeem'],
    ['HTTPS://Example.COM:443/?a=1#b', 'https://example.com'],
  ])('%s is taken as %s', (text, url) => {
    expect(readAddress(text)).toEqual({ ok: true, url });
  });

  test.each([
    'http://redeem.example.com',
    'http://192.168.0.10:8787',
    'http://0.0.0.0:8787',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'http://[::ffff:10.0.0.1]',
    'http://127.0.0.1@evil.example',
    'https://user:pass@redeem.example.com',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'portal://app',
    '',
    'https://',
    'http://',
    'a b',
  ])('%s is refused', (text) => {
    expect(readAddress(text)).toMatchObject({ ok: false, problem: { code: 'invalid_address' } });
  });
});
