import ipaddr from 'ipaddr.js';
import type { FieldFaultCode } from '../contract/field-faults.ts';

// These rules decide which addresses the daemon's requests may reach. A user who can set a URL must not make the daemon
// send requests into its own network.

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Throws if a network is invalid, such as 999.0.0.0/8. */
export const parseNetworks = (cidrs: readonly string[]): Network[] =>
  cidrs.map((cidr) => {
    if (!ipaddr.isValidCIDR(cidr)) throw new Error(`REDEEMD_ALLOW_PRIVATE_WEBHOOKS: ${cidr} is not a network`);
    return ipaddr.parseCIDR(cidr);
  });

const CLOSED_V4 = parseNetworks([
  '0.0.0.0/8', // this host
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and cloud metadata services
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]);
/** All other IPv6 addresses are unassigned or not public: loopback, link-local, unique local, NAT64 and others. */
const GLOBAL_V6 = parseNetworks(['2000::/3']);
const CLOSED_V6 = parseNetworks([
  '2001::/23', // Teredo, ORCHID, benchmarks and other assignments to protocols
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]) =>
  networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));

/** Parses an address. An IPv4 address inside an IPv6 address counts as the IPv4 address. */
function plainAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null;
  return ipaddr.process(text);
}

/** Returns true for an address of the public internet, and for one in a network that the setting allows. */
export function mayReach(text: string, opened: readonly Network[]): boolean {
  const address = plainAddress(text);
  if (!address) return false;
  if (isIn(address, opened)) return true;
  if (address.kind() === 'ipv4') return !isIn(address, CLOSED_V4);
  // A zone (`%eth0`) names an interface of this machine.
  return !text.includes('%') && isIn(address, GLOBAL_V6) && !isIn(address, CLOSED_V6);
}

/** The reason for a refused connection. */
export const PRIVATE_ADDRESS = 'the address is private and not allowed by REDEEMD_ALLOW_PRIVATE_WEBHOOKS';

/** Returns true for an address in a network that the setting allows. */
export function isOpened(text: string, opened: readonly Network[]): boolean {
  const address = plainAddress(text);
  return address !== null && isIn(address, opened);
}

/** Removes the brackets of an IPv6 address. The URL parser has already normalised other notations (octal, hex). */
export const dialledHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Returns why a webhook cannot have this URL, or null if it can. The addresses of a host name are checked when the
 * daemon connects.
 */
export function urlFault(text: string, opened: readonly Network[]): FieldFaultCode | null {
  if (!URL.canParse(text)) return 'not_a_url';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'not_a_url';
  if (url.username || url.password) return 'url_with_password';
  const host = dialledHost(url.hostname);
  const isLiteral = ipaddr.isValid(host);
  if (isLiteral && !mayReach(host, opened)) return 'private_address';
  if (/^(.+\.)?localhost\.?$/i.test(host) && opened.length === 0) return 'private_address';
  return null;
}
