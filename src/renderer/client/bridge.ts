import { BRIDGE_GLOBAL, type Bridge, type ExposedBridge } from '../../preload/api.ts';
import { startDesktopBridge } from './desktop-bridge.ts';
import { createWebBridge } from './web-bridge.ts';

export type {
  Bridge,
  DesktopApi,
  Refusal,
  SaveReply,
  Session,
  StaffMember,
} from '../../preload/api.ts';

/** Finds the desktop preload's bridge, or creates one to the daemon that served the page. */
async function findBridge(): Promise<Bridge> {
  const desktop = (globalThis as Record<string, unknown>)[BRIDGE_GLOBAL];
  return desktop ? await startDesktopBridge(desktop as ExposedBridge) : createWebBridge(location.origin);
}

export const bridge = await findBridge();
