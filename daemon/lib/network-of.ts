import ipaddr from 'ipaddr.js';

/** The address; for IPv6 its /64 network, since all of its 2^64 addresses usually belong to one customer. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return network.join(':');
}
