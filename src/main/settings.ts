import { z } from 'zod';
import { readJsonFile, writePrivateFile } from './private-file.ts';

/** The settings in the app's menu. */
export interface Settings {
  notifyWaiting: boolean;
}
const settingsFile = z.object({ notifyWaiting: z.boolean() });

export function openSettings(file: string) {
  let settings: Settings = settingsFile.safeParse(readJsonFile(file)).data ?? { notifyWaiting: false };
  return {
    read: () => settings,
    change(next: Settings) {
      settings = next;
      try {
        writePrivateFile(file, JSON.stringify(settings));
      } catch (error) {
        console.error('The setting could not be saved for the next start:', error);
      }
    },
  };
}
