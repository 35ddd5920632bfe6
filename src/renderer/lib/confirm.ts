import type { ReactNode } from 'react';
import { createStore } from './store.ts';

export interface Question {
  title: string;
  children: ReactNode;
  confirm: string;
  cancel: string;
  /** True if the action destroys something. The confirming button is then red, and the cancel button has the focus. */
  isDangerous?: boolean;
}

interface Asked {
  question: Question;
  answer: (isConfirmed: boolean) => void;
}

export const askedQuestion = createStore<Asked | null>(null);

/** Asks before an action, and resolves to whether the user confirmed it. A new question cancels an open one. */
export function confirmFirst(question: Question): Promise<boolean> {
  askedQuestion.get()?.answer(false);
  return new Promise((resolve) => {
    const asked: Asked = {
      question,
      answer: (isConfirmed) => {
        if (askedQuestion.get() === asked) askedQuestion.set(null);
        resolve(isConfirmed);
      },
    };
    askedQuestion.set(asked);
  });
}
