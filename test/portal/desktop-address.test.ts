import { describe, expect, test } from 'vitest';
import { readAddress } from '../../src/main/daemon-address.ts';

describe('a typed address', () => {
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
  ])('%s is read as %s', (text, url) => {
    expect(readAddress(text)).toEqual({ ok: true, url });
  });

  test.each([
    ['http://redeem.example.com', 'plain_http'],
    ['http://192.168.0.10:8787', 'plain_http'],
    ['http://0.0.0.0:8787', 'plain_http'],
    ['http://127.0.0.1.evil.example', 'plain_http'],
    ['http://localhost.evil.example', 'plain_http'],
    ['http://[::ffff:10.0.0.1]', 'plain_http'],
    ['http://127.0.0.1@evil.example', 'address_with_password'],
    ['https://user:pass@redeem.example.com', 'address_with_password'],
    ['https://:pass@redeem.example.com', 'address_with_password'],
    ['ftp://127.0.0.1', 'invalid_address'],
    ['file:///etc/passwd', 'invalid_address'],
    ['javascript:alert(1)', 'invalid_address'],
    ['portal://app', 'invalid_address'],
    ['', 'invalid_address'],
    ['https://', 'invalid_address'],
    ['http://', 'invalid_address'],
    ['a b', 'invalid_address'],
  ])('%s is refused: %s', (text, code) => {
    expect(readAddress(text)).toMatchObject({ ok: false, problem: { code, status: 0 } });
  });
});
