import { useHotkeys } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CreatorCode } from '../../client/creator-codes.ts';

interface QueueKeys {
  codes: CreatorCode[];
  /** False while a dialog is open. */
  enabled: boolean;
  /** False if one code is displayed at a time. */
  canSelect: boolean;
  onApprove: (codes: CreatorCode[]) => void;
  onReject: (codes: CreatorCode[]) => void;
  onUndo: () => void;
}

const KEYS = ['j', 'ArrowDown', 'k', 'ArrowUp', 'x', 'a', 'shift+A', 'r', 'shift+R', 'u', 'Escape'];

/** Manages the current row, the selected rows, and the keys that move between codes and decide on them. */
export function useQueue({ codes, enabled, canSelect, onApprove, onReject, onUndo }: QueueKeys) {
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const present = Math.min(at, codes.length - 1);
  const current = codes[present];
  const selected = canSelect ? codes.filter(({ code_id }) => chosen.has(code_id)) : [];

  const { register, takeFocus, focusOn } = useRowFocus(enabled ? current : undefined, canSelect);

  const go = (to: number) => {
    takeFocus();
    const next = Math.max(0, Math.min(to, codes.length - 1));
    setAt(next);
    const code = codes[next];
    if (code) focusOn(code);
  };
  const toggle = (codeId: number) => setChosen((before) => toggled(before, codeId));
  const chooseAll = (all: boolean) => setChosen(new Set(all ? codes.map(({ code_id }) => code_id) : []));
  const decide = (how: (codes: CreatorCode[]) => void, which: (CreatorCode | undefined)[]) => () => {
    takeFocus();
    const known = which.filter((code) => code !== undefined);
    if (enabled && known.length > 0) how(known);
  };
  const whenEnabled = (act: () => void) => () => enabled && act();

  // The ref makes a key act on the visible row, because `useHotkeys` accepts a new handler only after a delay.
  const keys = useRef<Record<string, () => void>>({});
  useLayoutEffect(() => {
    keys.current = {
      j: whenEnabled(() => go(present + 1)),
      ArrowDown: whenEnabled(() => go(present + 1)),
      k: whenEnabled(() => go(present - 1)),
      ArrowUp: whenEnabled(() => go(present - 1)),
      x: whenEnabled(() => canSelect && current && toggle(current.code_id)),
      a: decide(onApprove, [current]),
      'shift+A': decide(onApprove, selected),
      r: decide(onReject, [current]),
      'shift+R': decide(onReject, selected),
      u: whenEnabled(onUndo),
      Escape: whenEnabled(() => chooseAll(false)),
    };
  });
  useHotkeys(KEYS.map((key) => [key, () => keys.current[key]?.()]));

  return { present, selected, chosen, toggle, chooseAll, setAt, go, takeFocus, register };
}

/** Moves the focus with the current code, once the user has pressed a key. */
function useRowFocus(current: CreatorCode | undefined, isTable: boolean) {
  const rows = useRef(new Map<number, HTMLElement>());
  const wantsFocus = useRef(false);
  const focusOn = ({ code_id }: CreatorCode) => rows.current.get(code_id)?.focus();
  // The focus moves when the view changes and when a decision brings the next code into the place of the old one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other view has its own elements
  useEffect(() => {
    if (wantsFocus.current && current) focusOn(current);
  }, [current, isTable]);
  const register = (codeId: number) => (row: HTMLElement | null) => {
    if (row) rows.current.set(codeId, row);
    else rows.current.delete(codeId);
  };
  /** Makes the current row receive the focus from now on, because the keys work only if no field has the focus. */
  const takeFocus = () => {
    wantsFocus.current = true;
  };
  return { register, takeFocus, focusOn };
}

function toggled(chosen: ReadonlySet<number>, codeId: number): ReadonlySet<number> {
  const next = new Set(chosen);
  if (!next.delete(codeId)) next.add(codeId);
  return next;
}
