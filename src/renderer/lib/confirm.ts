import type { ReactNode } from 'react';
import { createStore } from './store.ts';

export interface Question {
  title: string;
  children: ReactNode;
  confirm: string;
  cancel: string;
  /** The action destroys something: its button is red, and the focus is on the other one. */
  isDangerous?: boolean;
}

interface Asked {
  question: Question;
  answer: (isConfirmed: boolean) => void;
}

export const askedQuestion = createStore<Asked | null>(null);

/** Asks before an action. Resolves to whether the user confirmed it. A later question answers an open one with no. */
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
