import { describe, expect, it } from 'vitest';
import type { Principal } from '../../daemon/http/authenticate.ts';
import { createLimits } from '../../daemon/http/limits.ts';
import type { RateLimitHeaders } from '../../daemon/http/rate-limit-headers.ts';
import { networkOf } from '../../daemon/lib/network-of.ts';

const staff: Principal = {
  kind: 'staff',
  staffId: 7,
  role: 'viewer',
  games: null,
  tokenHash: '',
  expiresAt: 0,
  byCompany: false,
  wrotePosition: null,
};
const key = (keyKind: 'server' | 'client'): Principal => ({
  kind: 'key',
  keyId: 3,
  familyId: 3,
  keyKind,
  gameId: null,
  scopes: ['events'],
  isTest: false,
});
const tooMany = { problem: { code: 'too_many_requests', retryAfterSeconds: expect.any(Number) } };

const marks: { limit?: RateLimitHeaders } = {};

async function flood(ask: () => Promise<void> | undefined, times: number) {
  for (let i = 0; i < times; i += 1) await ask();
}

describe('request limits', () => {
  it('apply to each caller separately', async () => {
    const limits = createLimits();
    await flood(() => limits.countRequest(staff, '10.0.0.1', marks), 30_000);
    await expect(limits.countRequest(staff, '10.0.0.2', marks)).rejects.toMatchObject(tooMany);
    expect(marks.limit).toEqual({
      RateLimit: expect.stringMatching(/^"requests";r=0;t=\d+$/),
      'RateLimit-Policy': '"requests";q=30000;w=60',
    });
    await limits.countRequest({ ...staff, staffId: 8 }, '10.0.0.1', marks);
    await flood(() => limits.countRequest(key('client'), '10.0.0.1', marks), 30_000);
    await expect(limits.countRequest(key('client'), '10.0.0.1', marks)).rejects.toMatchObject(tooMany);
    await limits.countRequest(key('client'), '10.0.0.2', marks);
  });

  it('do not apply to a game server', async () => {
    const limits = createLimits();
    await flood(() => limits.countRequest(key('server'), '10.0.0.1', marks), 30_001);
  });

  it('block sign-ins from an address with too many failures, but not from other addresses', async () => {
    const limits = createLimits();
    await flood(() => limits.countSignIn('10.0.0.1'), 99);
    // A successful sign-in does not count.
    await limits.countSignIn('10.0.0.1');
    await limits.uncountSignIn('10.0.0.1');
    await limits.countSignIn('10.0.0.1');
    await expect(limits.countSignIn('::ffff:10.0.0.1')).rejects.toMatchObject(tooMany);
    await limits.countSignIn('10.0.0.2');
  });
});

describe('the limit on hashed passwords', () => {
  it('is a hundred a minute for each address, whether the passwords are right or wrong', async () => {
    const limits = createLimits();
    await flood(() => limits.countHashes('2001:db8::1', 1), 99);
    await expect(limits.countHashes('2001:db8::2', 2)).rejects.toMatchObject(tooMany);
    await limits.countHashes('2001:db8:0:1::1', 2);
  });
});

describe('the network of the address', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['what a proxy said', 'what a proxy said'],
  ])('%s is %s', (ip, network) => expect(networkOf(ip)).toBe(network));
});
