import { BrowserInfo, DeviceInfo, OsInfo } from './disable-data.ts';

/** The first match counts. In user agents, "Linux" comes before "Android", and "Mac OS" comes after "iPhone". */
const SYSTEM = /Windows|Android|iPhone|iPad|Mac OS|CrOS|Linux(?!; Android)/;

/**
 * Reads the page's address, for an event that may be created later. The query may contain personal data, so it is
 * returned only with PII tracking. Outside of a page, the details are empty.
 */
export function readPage(): (isPII: boolean, landed_at?: Date) => Record<string, unknown> {
  const { location, document } = globalThis;
  if (!location || !document) return () => ({});
  const { origin, pathname, search } = location;
  const referrer = document.referrer?.split(/[?#]/)[0];
  return (isPII, landed_at) => ({ page_url: origin + pathname + (isPII ? search : ''), referrer, landed_at });
}

/** Returns the fields that PII tracking adds to `session_created`, except those that the flags disable. */
export function deviceDetails(disabled = 0): Record<string, unknown> {
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
