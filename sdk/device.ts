import { BrowserInfo, DeviceInfo, OsInfo } from './disable-data.ts';

/** The first match in the user agent counts: Linux comes before Android there, and Mac OS comes after iPhone. */
const SYSTEM = /Windows|Android|iPhone|iPad|Mac OS|CrOS|Linux(?!; Android)/;

/** Returns the page's address. Its query may contain personal data, so it is included only with PII tracking. */
export function pageDetails(isPII: boolean): Record<string, unknown> {
  const { location, document } = globalThis;
  if (!location || !document) return {};
  return {
    page_url: location.origin + location.pathname + (isPII ? location.search : ''),
    referrer: document.referrer?.split(/[?#]/)[0],
  };
}

/** Returns the fields that PII tracking adds to `session_created`, except those that the flags disable. */
export function deviceDetails(disabled: number): Record<string, unknown> {
  const { navigator, screen } = globalThis as unknown as {
    navigator?: Navigator & { connection?: { effectiveType?: string } };
    screen?: Screen;
  };
  const agent = navigator?.userAgent ?? '';
  return {
    ...(!(disabled & DeviceInfo) && {
      resolution: screen && `${screen.width}x${screen.height}`,
      touch_support: !!navigator?.maxTouchPoints,
      device_type: /Mobi/.test(agent) ? 'mobile' : /iPad|Tablet|Android/.test(agent) ? 'tablet' : 'desktop',
      connection: navigator?.connection?.effectiveType,
    }),
    ...(!(disabled & OsInfo) && { os: SYSTEM.exec(agent)?.[0] }),
    ...(!(disabled & BrowserInfo) && {
      browser: /.*((Edg|OPR|Firefox|Chrome|Version)\/\d+)/.exec(agent)?.[1],
      language: navigator?.language,
    }),
  };
}
