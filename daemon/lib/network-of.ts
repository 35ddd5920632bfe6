import ipaddr from 'ipaddr.js';

/** Returns the address, or its /64 network for IPv6, because one subscriber usually has all addresses of a /64. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return network.join(':');
}
