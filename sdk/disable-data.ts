/** Flags of `disableData`: what is not collected even while PII tracking is on. */
export const DisableDataSettings = {
  None: 0,
  /** The browser's name and version, its language. */
  BrowserInfo: 1,
  /** Resolution, touch support, device type, connection. */
  DeviceInfo: 2,
  /** Nothing here: the SDK never reads or sends an address. */
  IpInfo: 4,
  /** The operating system. */
  OsInfo: 8,
  /** Nothing here: the SDK does not look for a VPN. */
  VpnInfo: 16,
  All: 31,
} as const;
