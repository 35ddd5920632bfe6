export const BrowserInfo = 1;
export const DeviceInfo = 2;
export const OsInfo = 8;

/** Flags of `disableData`: what is not collected even while PII tracking is on. */
export const DisableDataSettings = {
  None: 0,
  /** The browser's name and version, its language. */
  BrowserInfo,
  /** Resolution, touch support, device type, connection. */
  DeviceInfo,
  /** Nothing here: the SDK never reads or sends an address. */
  IpInfo: 4,
  /** The operating system. */
  OsInfo,
  /** Nothing here: the SDK does not look for a VPN. */
  VpnInfo: 16,
  All: 31,
} as const;
