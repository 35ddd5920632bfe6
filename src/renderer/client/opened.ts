import { useMatch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { personKey } from './person-key.ts';
import { useSession } from './session.ts';

/** The page of an object that the user opened. */
export interface Opened {
  to: string;
  label: string;
}

const MOST = 6;
const OBJECT = /^\/(campaigns\/\d+(\/(codes|batches)\/\d+)?|creators\/(?!import$)[^/]+|payouts\/\d+)$/;

const keyOf = (staffId: number) => personKey('opened', staffId);

/** Returns the opened objects, newest first. */
export const openedBefore = (staffId: number): Opened[] => JSON.parse(localStorage.getItem(keyOf(staffId)) ?? '[]');

export const forgetOpened = (staffId: number): void => localStorage.removeItem(keyOf(staffId));

/** Stores the displayed object for the palette. */
export function useRememberOpened(label: string): void {
  // The router's location would be wrong, because it changes while the previous screen is still displayed.
  const { pathname: to } = useMatch({ strict: false });
  const { staff_id } = useSession().session.staff;
  useEffect(() => {
    if (!OBJECT.test(to)) return;
    const others = openedBefore(staff_id).filter((opened) => opened.to !== to);
    localStorage.setItem(keyOf(staff_id), JSON.stringify([{ to, label }, ...others].slice(0, MOST)));
  }, [staff_id, to, label]);
}
