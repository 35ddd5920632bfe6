import { type BrowserWindow, type Rectangle, screen } from 'electron';
import { z } from 'zod';
import { readJsonFile, writePrivateFile } from '../private-file.ts';

const SIZE = { width: 1280, height: 840 };
/** The part of the window's top edge that must be on a display so that the user can drag the window. */
const HOLD = { width: 100, height: 40 };

const length = z.number().int().min(-100_000).max(100_000);
const placeFile = z.object({
  bounds: z.object({ x: length, y: length, width: length, height: length }),
  isMaximized: z.boolean(),
});

interface Place {
  bounds: Partial<Rectangle>;
  isMaximized: boolean;
}

/**
 * Returns the last position and size of the window. If its display is no longer connected, the position is omitted, and
 * the window opens in the middle of the screen.
 */
export function readPlace(file: string): Place {
  const read = placeFile.safeParse(readJsonFile(file));
  if (!read.success) return { bounds: SIZE, isMaximized: false };
  const { bounds, isMaximized } = read.data;
  const { x, y, ...size } = bounds;
  return { bounds: isWithinReach(bounds) ? { x, y, ...size } : size, isMaximized };
}

const isWithinReach = ({ x, y, width }: Rectangle) =>
  screen.getAllDisplays().some(({ workArea }) => {
    const shared = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x);
    return shared >= HOLD.width && y >= workArea.y && y + HOLD.height <= workArea.y + workArea.height;
  });

export function keepPlace(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    const place: Place = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
    try {
      writePrivateFile(file, JSON.stringify(place));
    } catch (error) {
      console.error('The window’s position could not be saved:', error);
    }
  });
}
