export declare const BrowserInfo = 1;
export declare const DeviceInfo = 2;
export declare const OsInfo = 8;
/** Flags for the option `disableData`. Each excludes data that the SDK would collect while PII tracking is on. */
export declare const DisableDataSettings: {
    readonly None: 0;
    /** The browser's name, version and language. */
    readonly BrowserInfo: 1;
    /** The resolution, touch support, device type and connection. */
    readonly DeviceInfo: 2;
    /** No effect: the SDK never reads or sends an IP address. */
    readonly IpInfo: 4;
    /** The operating system. */
    readonly OsInfo: 8;
    /** No effect: the SDK does not look for a VPN. */
    readonly VpnInfo: 16;
    readonly All: 31;
};
