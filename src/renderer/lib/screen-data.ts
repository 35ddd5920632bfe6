import type { ComponentType } from 'react';
import type { EndpointName } from '../../../daemon/contract/contract.ts';

/** The entry of a screen in the menu and in the palette. */
export interface MenuEntry {
  group: 'main' | 'account';
  label: string;
  /** The key that opens the screen after `g`. */
  goKey: string;
  icon: ComponentType<{ size?: number; strokeWidth?: number }>;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The endpoint that the user's role must be allowed to call to open the screen. */
    needs?: EndpointName;
    menu?: MenuEntry;
  }
}
