export const BrowserInfo = 1;
export const DeviceInfo = 2;
export const OsInfo = 8;

/** Flags for the option `disableData`. Each excludes data that the SDK would collect while PII tracking is on. */
export const DisableDataSettings = {
  None: 0,
  /** The browser's name, version and language. */
  BrowserInfo,
  /** The resolution, touch support, device type and connection. */
  DeviceInfo,
  /** No effect: the SDK never reads or sends an IP address. */
  IpInfo: 4,
  /** The operating system. */
  OsInfo,
  /** No effect: the SDK does not look for a VPN. */
  VpnInfo: 16,
  All: 31,
} as const;
