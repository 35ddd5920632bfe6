import { DisableDataSettings } from './disable-data.ts';

const SYSTEMS = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'CrOS', 'Linux'];

/** The page without its query, which may hold anything; no personal data. */
export function pageDetails(isPII: boolean): Record<string, unknown> {
  const { location, document } = globalThis;
  if (!location || !document) return {};
  return {
    page_url: location.origin + location.pathname + (isPII ? location.search : ''),
    referrer: document.referrer?.split(/[?#]/)[0],
  };
}

/** What PII tracking adds to `session_created`, without what the flags forbid. */
export function deviceDetails(disabled: number): Record<string, unknown> {
  const { navigator, screen } = globalThis as unknown as {
    navigator?: Navigator & { connection?: { effectiveType?: string } };
    screen?: Screen;
  };
  const agent = navigator?.userAgent ?? '';
  const touches = navigator?.maxTouchPoints;
  return {
    ...(!(disabled & DisableDataSettings.DeviceInfo) && {
      resolution: screen && `${screen.width}x${screen.height}`,
      touch_support: touches === undefined ? touches : touches > 0,
      device_type: /Mobi/.test(agent) ? 'mobile' : /iPad|Tablet|Android/.test(agent) ? 'tablet' : 'desktop',
      connection: navigator?.connection?.effectiveType,
    }),
    ...(!(disabled & DisableDataSettings.OsInfo) && { os: SYSTEMS.find((name) => agent.includes(name)) }),
    ...(!(disabled & DisableDataSettings.BrowserInfo) && {
      browser: /.*(Edg|OPR|Firefox|Chrome|Version)\/\d+/.exec(agent)?.[0].replace(/.* /, ''),
      language: navigator?.language,
    }),
  };
}
