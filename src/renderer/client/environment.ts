import { useDocumentTitle } from '@mantine/hooks';
import type { Environment } from '../../../daemon/contract/environment.ts';
import { createStore, useStore } from '../lib/store.ts';
import { bridge } from './bridge.ts';

/** The environment that players and creators use. The Portal shows the name of any other environment. */
const PRODUCTION = 'production';
const DEFAULT_COLOUR = 'grey';

const current = createStore<Environment | null>(null);

/** Stores the environment of the daemon. */
export function noteEnvironment(environment: Environment | null | undefined): void {
  if (environment && environment.name !== current.get()?.name) current.set(environment);
}

/** Loads the environment before sign-in. The daemon reports it even to requests that have no session. */
export async function askEnvironment(): Promise<void> {
  if (current.get()) return;
  if (bridge.desktop) return noteEnvironment((await bridge.desktop.about())?.environment);
  const { url } = bridge.connection();
  const health = await fetch(`${url}/healthz`)
    .then((response) => response.json())
    .catch(() => null);
  if (health) noteEnvironment({ name: health.environment, colour: health.environment_colour });
}

/**
 * Returns null in production, and until the daemon has reported its environment. In the desktop app the user's own name
 * and colour for a server have priority, even in production.
 */
export function useEnvironment(): { name: string; colour: string; text: string } | null {
  const environment = useStore(current);
  const { profile } = bridge.connection();
  const isOwn = profile?.name != null || profile?.colour != null;
  if (!isOwn && (!environment || environment.name === PRODUCTION)) return null;
  const name = profile?.name ?? environment?.name;
  if (name === undefined) return null;
  const colour = profile?.colour ?? environment?.colour ?? DEFAULT_COLOUR;
  return { name, colour, text: textOn(colour) };
}

export function usePageTitle(title: string): void {
  const environment = useEnvironment();
  useDocumentTitle(`${environment ? `${environment.name} · ` : ''}${title} · redeemd`);
}

/** Returns black or white, whichever has the higher contrast: at least 4.5:1 on every colour. */
function textOn(colour: string): string {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return '#fff';
  // The canvas also accepts a colour's name, and returns it as #rrggbb.
  pen.fillStyle = colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(String(pen.fillStyle).slice(at, at + 2), 16)),
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? '#fff' : '#000';
}

const linear = (value: number) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
