import { createStore, useStore } from '../lib/store.ts';
import { personKey } from './person-key.ts';
import { useSession } from './session.ts';

/** Increased by each choice, so that other screens read the stored value again. */
const choices = createStore(0);

/** Returns what the person chose, and a function that stores another choice. Choices are kept on this machine. */
export function usePersonChoice<T>(name: string, fallback: T): [choice: T, choose: (choice: T) => void] {
  const key = personKey(name, useSession().session.staff.staff_id);
  useStore(choices);
  const stored = localStorage.getItem(key);
  const choose = (choice: T) => {
    localStorage.setItem(key, JSON.stringify(choice));
    choices.set(choices.get() + 1);
  };
  return [stored === null ? fallback : JSON.parse(stored), choose];
}
