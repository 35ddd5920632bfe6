import { describe, expect, it, test } from 'vitest';
import { dialledHost, mayReach, parseNetworks, urlFault } from '../../daemon/domain/reachable-addresses.ts';
import { CLOSED_HOSTS, OPEN_HOSTS } from '../support/servers/closed-addresses.ts';

// This file tests the rule; test/delivery/egress.test.ts tries to connect to the addresses.

/** Returns the address as it is dialled. A URL decodes percent-encoding and full-width digits in its host. */
const dialled = (host: string) => dialledHost(new URL(`http://${host}/`).hostname);

describe('closed addresses', () => {
  it('are at least 200, all different', () => {
    expect(new Set(CLOSED_HOSTS).size).toBe(CLOSED_HOSTS.length);
    expect(CLOSED_HOSTS.length).toBeGreaterThanOrEqual(200);
  });
  test.each(CLOSED_HOSTS)('include %s', (host) => {
    expect(urlFault(`https://${host}/hook`, [])).not.toBeNull();
    expect(mayReach(dialled(host), [])).toBe(false);
  });
  test.each(['', 'example.com', '127.1', '0x7f.1', '2130706433', '1.2.3', 'fe80::1%eth0', '2606:4700::1%lo', 'x'])(
    'include %j as a resolver’s response',
    (text) => expect(mayReach(text, [])).toBe(false),
  );
});

describe('open addresses', () => {
  test.each(OPEN_HOSTS)('include %s', (host) => {
    expect(urlFault(`https://${host}/hook`, [])).toBeNull();
    expect(mayReach(dialled(host), [])).toBe(true);
  });
});

describe('networks that a setting opens', () => {
  const opened = parseNetworks(['10.1.0.0/16', '127.0.0.0/8', 'fd00::/8']);
  test.each([
    ['10.1.2.3', true],
    ['10.2.0.1', false],
    ['127.0.0.1', true],
    ['::ffff:10.1.2.3', true],
    ['::ffff:10.2.2.3', false],
    ['::1', false],
    ['fd12::1', true],
    ['fc12::1', false],
    ['64:ff9b::10.1.2.3', false],
    ['192.168.0.1', false],
  ])('contain %s: %s', (address, open) => expect(mayReach(address, opened)).toBe(open));
  test.each(['999.0.0.0/8', '10.0.0.0/33', 'fd00::/129', '10.0.0.0'])('cannot be %s', (cidr) =>
    expect(() => parseNetworks([cidr])).toThrow(cidr),
  );
});

describe('URLs', () => {
  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://user@example.com/',
    'http://user:word@example.com/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://api.localhost:8080/',
    'nonsense',
  ])('such as %s are refused', (url) => expect(urlFault(url, [])).not.toBeNull());
  test.each(['https://example.com/hook', 'http://example.com:8080/a?b=c', 'https://xn--bcher-kva.example/'])(
    'such as %s are accepted',
    (url) => expect(urlFault(url, [])).toBeNull(),
  );
  test.each(['http://127.0.0.1:9000/', 'http://localhost:9000/', 'http://[::1]/'])(
    'the refusal of %s names the setting',
    (url) => expect(urlFault(url, [])).toBe('private_address'),
  );
  test('localhost is accepted if its network is allowed', () =>
    expect(urlFault('http://localhost:1/', parseNetworks(['127.0.0.0/8']))).toBeNull());
});
